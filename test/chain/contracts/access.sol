// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {AccessManager} from "@openzeppelin/contracts/access/manager/AccessManager.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

contract TestAccessControl is AccessControl {
    constructor(address admin) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }
}

contract TestAccessManager is AccessManager {
    constructor(address admin) AccessManager(admin) {}
}

/// Hats Protocol: hats are ERC-1155 tokens that count only while the hat is active and its wearer is eligible.
contract TestHats is ERC1155 {
    mapping(uint256 hatId => address) private _eligibility;
    mapping(uint256 hatId => bool) private _inactive;
    mapping(uint256 hatId => mapping(address wearer => bool)) private _badStanding;

    event HatStatusChanged(uint256 hatId, bool newStatus);
    event HatEligibilityChanged(uint256 hatId, address newEligibility);
    event WearerStandingChanged(uint256 hatId, address wearer, bool wearerStanding);

    constructor() ERC1155("") {}

    function mintHat(uint256 hatId, address wearer) external returns (bool) {
        _mint(wearer, hatId, 1, "");
        return true;
    }

    function transferHat(uint256 hatId, address from, address to) external {
        _burn(from, hatId, 1);
        _mint(to, hatId, 1, "");
    }

    function setHatStatus(uint256 hatId, bool active) external returns (bool) {
        _inactive[hatId] = !active;
        emit HatStatusChanged(hatId, active);
        return true;
    }

    function changeHatEligibility(uint256 hatId, address eligibility) external {
        _eligibility[hatId] = eligibility;
        emit HatEligibilityChanged(hatId, eligibility);
    }

    function setHatWearerStatus(uint256 hatId, address wearer, bool eligible, bool standing) external returns (bool) {
        _badStanding[hatId][wearer] = !standing;
        emit WearerStandingChanged(hatId, wearer, standing);
        if (!eligible) _burn(wearer, hatId, 1);
        return true;
    }

    function isWearerOfHat(address user, uint256 hatId) external view returns (bool) {
        return balanceOf(user, hatId) > 0;
    }

    function isEligible(address wearer, uint256 hatId) public view returns (bool) {
        address module = _eligibility[hatId];
        if (module.code.length == 0) return !_badStanding[hatId][wearer];
        (bool success, bytes memory answer) =
            module.staticcall(abi.encodeWithSignature("getWearerStatus(address,uint256)", wearer, hatId));
        if (!success || answer.length != 64) return !_badStanding[hatId][wearer];
        (bool eligible, bool standing) = abi.decode(answer, (bool, bool));
        return eligible && standing;
    }

    function balanceOf(address wearer, uint256 hatId) public view override returns (uint256) {
        return !_inactive[hatId] && isEligible(wearer, hatId) ? super.balanceOf(wearer, hatId) : 0;
    }
}

/// Unlock Protocol: keys are ERC-721 tokens with an expiration time.
contract TestLock is ERC721 {
    mapping(uint256 tokenId => uint256) public keyExpirationTimestampFor;
    mapping(address owner => uint256[]) private _granted;
    uint256 public totalSupply;

    constructor() ERC721("Test Lock", "KEY") {}

    function grantKeys(address[] calldata recipients, uint256[] calldata expirations, address[] calldata)
        external
        returns (uint256[] memory tokenIds)
    {
        tokenIds = new uint256[](recipients.length);
        for (uint256 i = 0; i < recipients.length; i++) {
            tokenIds[i] = ++totalSupply;
            keyExpirationTimestampFor[tokenIds[i]] = expirations[i];
            _granted[recipients[i]].push(tokenIds[i]);
            _mint(recipients[i], tokenIds[i]);
        }
    }

    function expireAndRefundFor(uint256 tokenId, uint256) external {
        keyExpirationTimestampFor[tokenId] = block.timestamp;
    }

    function getHasValidKey(address owner) external view returns (bool) {
        for (uint256 i = 0; i < _granted[owner].length; i++) {
            uint256 tokenId = _granted[owner][i];
            if (_ownerOf(tokenId) == owner && keyExpirationTimestampFor[tokenId] > block.timestamp) return true;
        }
        return false;
    }
}
