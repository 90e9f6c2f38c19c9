// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// delegate.xyz v2: `from` is the vault, `to` the wallet that may act for it. Empty rights include every other right.
contract TestDelegateRegistry {
    struct Entry {
        bool enabled;
        uint256 amount;
    }

    mapping(bytes32 key => Entry) private _entries;

    event DelegateAll(address indexed from, address indexed to, bytes32 rights, bool enable);
    event DelegateContract(
        address indexed from, address indexed to, address indexed contract_, bytes32 rights, bool enable
    );
    event DelegateERC721(
        address indexed from,
        address indexed to,
        address indexed contract_,
        uint256 tokenId,
        bytes32 rights,
        bool enable
    );
    event DelegateERC20(
        address indexed from, address indexed to, address indexed contract_, bytes32 rights, uint256 amount
    );
    event DelegateERC1155(
        address indexed from,
        address indexed to,
        address indexed contract_,
        uint256 tokenId,
        bytes32 rights,
        uint256 amount
    );

    function delegateAll(address to, bytes32 rights, bool enable) external payable returns (bytes32 key) {
        key = _store("all", to, address(0), 0, rights, enable, 0);
        emit DelegateAll(msg.sender, to, rights, enable);
    }

    function delegateContract(address to, address contract_, bytes32 rights, bool enable)
        external
        payable
        returns (bytes32 key)
    {
        key = _store("contract", to, contract_, 0, rights, enable, 0);
        emit DelegateContract(msg.sender, to, contract_, rights, enable);
    }

    function delegateERC721(address to, address contract_, uint256 tokenId, bytes32 rights, bool enable)
        external
        payable
        returns (bytes32 key)
    {
        key = _store("erc721", to, contract_, tokenId, rights, enable, 0);
        emit DelegateERC721(msg.sender, to, contract_, tokenId, rights, enable);
    }

    /// An amount of 0 revokes.
    function delegateERC20(address to, address contract_, bytes32 rights, uint256 amount)
        external
        payable
        returns (bytes32 key)
    {
        key = _store("erc20", to, contract_, 0, rights, amount > 0, amount);
        emit DelegateERC20(msg.sender, to, contract_, rights, amount);
    }

    /// An amount of 0 revokes.
    function delegateERC1155(address to, address contract_, uint256 tokenId, bytes32 rights, uint256 amount)
        external
        payable
        returns (bytes32 key)
    {
        key = _store("erc1155", to, contract_, tokenId, rights, amount > 0, amount);
        emit DelegateERC1155(msg.sender, to, contract_, tokenId, rights, amount);
    }

    function checkDelegateForAll(address to, address from, bytes32 rights) public view returns (bool) {
        return _find("all", from, to, address(0), 0, rights).enabled;
    }

    function checkDelegateForContract(address to, address from, address contract_, bytes32 rights)
        public
        view
        returns (bool)
    {
        return checkDelegateForAll(to, from, rights) || _find("contract", from, to, contract_, 0, rights).enabled;
    }

    function checkDelegateForERC721(address to, address from, address contract_, uint256 tokenId, bytes32 rights)
        external
        view
        returns (bool)
    {
        return checkDelegateForContract(to, from, contract_, rights)
            || _find("erc721", from, to, contract_, tokenId, rights).enabled;
    }

    function checkDelegateForERC20(address to, address from, address contract_, bytes32 rights)
        external
        view
        returns (uint256)
    {
        if (checkDelegateForContract(to, from, contract_, rights)) return type(uint256).max;
        return _find("erc20", from, to, contract_, 0, rights).amount;
    }

    function checkDelegateForERC1155(address to, address from, address contract_, uint256 tokenId, bytes32 rights)
        external
        view
        returns (uint256)
    {
        if (checkDelegateForContract(to, from, contract_, rights)) return type(uint256).max;
        return _find("erc1155", from, to, contract_, tokenId, rights).amount;
    }

    function _store(
        string memory kind,
        address to,
        address contract_,
        uint256 tokenId,
        bytes32 rights,
        bool enable,
        uint256 amount
    ) private returns (bytes32 key) {
        key = keccak256(abi.encode(kind, msg.sender, to, contract_, tokenId, rights));
        _entries[key] = Entry(enable, amount);
    }

    function _find(
        string memory kind,
        address from,
        address to,
        address contract_,
        uint256 tokenId,
        bytes32 rights
    ) private view returns (Entry memory found) {
        found = _entries[keccak256(abi.encode(kind, from, to, contract_, tokenId, bytes32(0)))];
        Entry memory named = _entries[keccak256(abi.encode(kind, from, to, contract_, tokenId, rights))];
        found.enabled = found.enabled || named.enabled;
        if (named.amount > found.amount) found.amount = named.amount;
    }
}
