// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {TestEnsRegistrar, TestEnsRegistry, TestNameWrapper} from "./ens.sol";
import {TestUniversalResolver} from "./ens-resolver.sol";

// Functions are those of ENSv2. Anybody may register and renew: tests make the names that they need.

contract TestNameRegistry {
    enum Status {
        AVAILABLE,
        RESERVED,
        REGISTERED
    }

    struct State {
        Status status;
        uint64 expiry;
        address latestOwner;
        uint256 tokenId;
        uint256 resource;
    }

    struct Entry {
        address owner;
        address subregistry;
        address resolver;
        uint64 expiry;
        uint32 version;
    }

    mapping(uint256 canonicalId => Entry) private _entries;

    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);

    /// Reserves the name if it gets no owner. A reserved name keeps its expiry if it gets none.
    function register(
        string calldata label,
        address owner,
        address subregistry,
        address resolver,
        uint256,
        uint64 expiry
    ) external returns (uint256) {
        uint256 id = uint256(keccak256(bytes(label)));
        Entry storage entry = entryOf(id);
        if (block.timestamp < entry.expiry) {
            require(entry.owner == address(0) && owner != address(0), "taken");
            if (expiry == 0) expiry = entry.expiry;
        } else if (entry.owner != address(0)) {
            entry.version++;
        }
        require(block.timestamp < expiry, "expiry");
        (entry.owner, entry.subregistry, entry.resolver, entry.expiry) = (owner, subregistry, resolver, expiry);
        emit TransferSingle(msg.sender, address(0), owner, tokenIdOf(id), 1);
        return tokenIdOf(id);
    }

    function renew(uint256 anyId, uint64 expiry) external {
        entryOf(anyId).expiry = expiry;
    }

    function setSubregistry(uint256 anyId, address subregistry) external {
        entryOf(anyId).subregistry = subregistry;
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata) external {
        require(msg.sender == from && ownerOf(id) == from && value == 1, "not the owner");
        entryOf(id).owner = to;
        emit TransferSingle(msg.sender, from, to, id, 1);
    }

    function ownerOf(uint256 id) public view returns (address) {
        Entry storage entry = entryOf(id);
        return id != tokenIdOf(id) || block.timestamp >= entry.expiry ? address(0) : entry.owner;
    }

    function getSubregistry(string calldata label) external view returns (address) {
        Entry storage entry = entryOf(uint256(keccak256(bytes(label))));
        return block.timestamp >= entry.expiry ? address(0) : entry.subregistry;
    }

    function getResolver(string calldata label) external view returns (address) {
        Entry storage entry = entryOf(uint256(keccak256(bytes(label))));
        return block.timestamp >= entry.expiry ? address(0) : entry.resolver;
    }

    function getState(uint256 anyId) external view returns (State memory) {
        Entry storage entry = entryOf(anyId);
        Status status = Status.REGISTERED;
        if (entry.owner == address(0)) status = Status.RESERVED;
        if (block.timestamp >= entry.expiry) status = Status.AVAILABLE;
        return State(status, entry.expiry, entry.owner, tokenIdOf(anyId), canonicalIdOf(anyId));
    }

    function entryOf(uint256 anyId) private view returns (Entry storage) {
        return _entries[canonicalIdOf(anyId)];
    }

    /// Without the lower 32 bits, which are a version.
    function canonicalIdOf(uint256 anyId) private pure returns (uint256) {
        return anyId ^ uint32(anyId);
    }

    function tokenIdOf(uint256 anyId) private view returns (uint256) {
        return canonicalIdOf(anyId) | entryOf(anyId).version;
    }
}

contract TestGraveyard {
    TestEnsRegistrar private constant REGISTRAR = TestEnsRegistrar(0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85);
    address public constant NAME_WRAPPER = 0xD4416b13d2b3a9aBae7AcD5D6C2BbDBE25686401;

    /// Takes an expired name out of circulation.
    function clear(string calldata label) external {
        uint256 id = uint256(keccak256(bytes(label)));
        require(REGISTRAR.nameExpires(id) < block.timestamp, "not expired");
        REGISTRAR.register(id, address(this), type(uint64).max - block.timestamp - 90 days);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }
}

/// Unwrapped and unlocked names get the registry that their owner names; a locked one a registry of its own.
contract TestMigrationController {
    TestEnsRegistry private constant REGISTRY = TestEnsRegistry(0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e);
    TestEnsRegistrar private constant REGISTRAR = TestEnsRegistrar(0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85);
    TestNameWrapper public constant NAME_WRAPPER = TestNameWrapper(0xD4416b13d2b3a9aBae7AcD5D6C2BbDBE25686401);
    bytes32 private constant ETH_NODE = 0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae;

    struct Data {
        string label;
        address owner;
        address subregistry;
        address resolver;
    }

    TestNameRegistry public immutable ETH_REGISTRY;
    address public immutable GRAVEYARD;
    bool private immutable _isForLocked;

    constructor(TestNameRegistry ethRegistry, address graveyard, bool isForLocked) {
        (ETH_REGISTRY, GRAVEYARD, _isForLocked) = (ethRegistry, graveyard, isForLocked);
    }

    /// Without data, the name stays here, as if its migration took more than one transaction.
    function onERC721Received(address, address, uint256 id, bytes calldata data) external returns (bytes4) {
        if (data.length > 0 && msg.sender == address(REGISTRAR)) {
            bytes32 node = keccak256(abi.encodePacked(ETH_NODE, bytes32(id)));
            REGISTRY.setOwner(node, GRAVEYARD);
            REGISTRY.setResolver(node, address(0));
            REGISTRAR.safeTransferFrom(address(this), GRAVEYARD, id);
            inject(abi.decode(data, (Data)), address(0));
        }
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256 id, uint256, bytes calldata data) external returns (bytes4) {
        if (data.length > 0) {
            Data memory name = abi.decode(data, (Data));
            bytes32 label = keccak256(bytes(name.label));
            (, uint32 fuses,) = NAME_WRAPPER.getData(id);
            require((fuses & 1 != 0) == _isForLocked, "locked or not");
            if (_isForLocked) NAME_WRAPPER.safeTransferFrom(address(this), GRAVEYARD, id, 1, "");
            else NAME_WRAPPER.unwrapETH2LD(label, GRAVEYARD, GRAVEYARD);
            inject(name, _isForLocked ? address(new TestNameRegistry()) : address(0));
        }
        return this.onERC1155Received.selector;
    }

    function inject(Data memory name, address own) private {
        address subregistry = own == address(0) ? name.subregistry : own;
        ETH_REGISTRY.register(name.label, name.owner, subregistry, name.resolver, 0, 0);
    }
}

contract TestUniversalResolverV2 is TestUniversalResolver {
    TestNameRegistry public ROOT_REGISTRY;

    /// Its code is placed at an address, so that no constructor runs.
    function setRoot(TestNameRegistry root) external {
        ROOT_REGISTRY = root;
    }

    /// Names that are not in ENSv2 have the resolver of ENSv1.
    function findResolver(bytes memory name) public view override returns (address resolver) {
        TestNameRegistry registry = findRegistry(name, 1 + uint8(name[0]));
        if (address(registry) != address(0)) resolver = registry.getResolver(string(labelAt(name, 0)));
        if (resolver == address(0)) resolver = super.findResolver(name);
    }

    function findRegistry(bytes memory name, uint256 at) private view returns (TestNameRegistry registry) {
        if (uint8(name[at]) == 0) return ROOT_REGISTRY;
        registry = findRegistry(name, at + 1 + uint8(name[at]));
        if (address(registry) == address(0)) return registry;
        return TestNameRegistry(registry.getSubregistry(string(labelAt(name, at))));
    }
}
