// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

// Anybody may write: tests set the records that they need. No constructor stores anything that is read later, because
// the code is placed at the addresses of Ethereum mainnet.

contract TestEnsRegistry {
    mapping(bytes32 node => address) public owner;
    mapping(bytes32 node => address) public resolver;

    event Transfer(bytes32 indexed node, address owner);
    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event NewResolver(bytes32 indexed node, address resolver);

    function setOwner(bytes32 node, address owner_) external {
        owner[node] = owner_;
        emit Transfer(node, owner_);
    }

    function setSubnodeOwner(bytes32 node, bytes32 label, address owner_) external returns (bytes32 subnode) {
        subnode = keccak256(abi.encodePacked(node, label));
        owner[subnode] = owner_;
        emit NewOwner(node, label, owner_);
    }

    function setResolver(bytes32 node, address resolver_) external {
        resolver[node] = resolver_;
        emit NewResolver(node, resolver_);
    }

    function recordExists(bytes32 node) external view returns (bool) {
        return owner[node] != address(0);
    }
}

/// The registrar of .eth; a token id is the hash of the label.
contract TestEnsRegistrar is ERC721("", "") {
    mapping(uint256 id => uint256) public nameExpires;

    event NameRegistered(uint256 indexed id, address indexed owner, uint256 expires);

    function register(uint256 id, address owner, uint256 duration) external returns (uint256 expires) {
        expires = block.timestamp + duration;
        nameExpires[id] = expires;
        if (_ownerOf(id) != address(0)) _burn(id);
        _mint(owner, id);
        emit NameRegistered(id, owner, expires);
    }

    function ownerOf(uint256 id) public view override returns (address) {
        require(nameExpires[id] > block.timestamp);
        return super.ownerOf(id);
    }
}

/// Wrapped names are ERC-1155 tokens; a token id is the namehash.
contract TestNameWrapper is ERC1155("") {
    uint32 private constant PARENT_CANNOT_CONTROL = 1 << 16;
    bytes32 private constant ETH_NODE = 0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae;
    TestEnsRegistry private constant REGISTRY = TestEnsRegistry(0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e);
    TestEnsRegistrar private constant REGISTRAR = TestEnsRegistrar(0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85);

    struct Name {
        address owner;
        uint32 fuses;
        uint64 expiry;
    }

    mapping(uint256 id => Name) private _names;

    event NameWrapped(bytes32 indexed node, bytes name, address owner, uint32 fuses, uint64 expiry);

    function wrapName(bytes32 node, address owner, uint32 fuses, uint64 expiry) external {
        uint256 id = uint256(node);
        if (_names[id].owner != address(0)) _burn(_names[id].owner, id, 1);
        _mint(owner, id, 1, "");
        _names[id] = Name(owner, fuses, expiry);
        emit NameWrapped(node, "", owner, fuses, expiry);
    }

    function unwrapETH2LD(bytes32 label, address registrant, address controller) external {
        bytes32 node = keccak256(abi.encodePacked(ETH_NODE, label));
        _burn(_names[uint256(node)].owner, uint256(node), 1);
        REGISTRAR.safeTransferFrom(address(this), registrant, uint256(label));
        REGISTRY.setOwner(node, controller);
    }

    function getData(uint256 id) public view returns (address owner, uint32 fuses, uint64 expiry) {
        (owner, fuses, expiry) = (_names[id].owner, _names[id].fuses, _names[id].expiry);
        if (expiry >= block.timestamp) return (owner, fuses, expiry);
        if (fuses & PARENT_CANNOT_CONTROL != 0) owner = address(0);
        fuses = 0;
    }

    function ownerOf(uint256 id) external view returns (address owner) {
        (owner,,) = getData(id);
    }

    function balanceOf(address account, uint256 id) public view override returns (uint256) {
        (address owner,,) = getData(id);
        return owner == account ? 1 : 0;
    }

    function _update(address from, address to, uint256[] memory ids, uint256[] memory values) internal override {
        super._update(from, to, ids, values);
        for (uint256 i = 0; i < ids.length; i++) _names[ids[i]].owner = to;
    }
}

contract TestEnsResolver {
    mapping(bytes32 node => address) public addr;
    mapping(bytes32 node => string) public name;

    event AddrChanged(bytes32 indexed node, address a);
    event NameChanged(bytes32 indexed node, string name);

    function setAddr(bytes32 node, address a) external {
        addr[node] = a;
        emit AddrChanged(node, a);
    }

    function setName(bytes32 node, string calldata name_) external {
        name[node] = name_;
        emit NameChanged(node, name_);
    }
}
