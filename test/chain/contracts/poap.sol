// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";

/// POAP: each token belongs to an event.
contract TestPoap is ERC721Enumerable {
    mapping(uint256 tokenId => uint256) public tokenEvent;
    uint256 private _lastId;

    event EventToken(uint256 eventId, uint256 tokenId);

    constructor() ERC721("The Proof of Attendance Protocol", "The Proof of Attendance Protocol") {}

    function mintToken(uint256 eventId, address to) external returns (bool) {
        uint256 tokenId = ++_lastId;
        tokenEvent[tokenId] = eventId;
        _mint(to, tokenId);
        emit EventToken(eventId, tokenId);
        return true;
    }

    function burn(uint256 tokenId) external {
        _burn(tokenId);
    }

    function tokenDetailsOfOwnerByIndex(address owner, uint256 index)
        external
        view
        returns (uint256 tokenId, uint256 eventId)
    {
        tokenId = tokenOfOwnerByIndex(owner, index);
        eventId = tokenEvent[tokenId];
    }
}
