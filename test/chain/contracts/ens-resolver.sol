// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {TestEnsRegistry} from "./ens.sol";

/// Functions and errors are those of the real one; it finds resolvers of exact names only.
contract TestUniversalResolver {
    TestEnsRegistry internal constant REGISTRY = TestEnsRegistry(0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e);

    error ResolverNotFound(bytes name);
    error ResolverNotContract(bytes name, address resolver);
    error UnsupportedResolverProfile(bytes4 selector);
    error ResolverError(bytes errorData);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory, address) {
        address resolver = requireResolver(name);
        return (callResolver(resolver, data), resolver);
    }

    function reverse(bytes calldata lookupAddress, uint256 coinType)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        require(coinType == 60);
        address account = address(bytes20(lookupAddress));
        bytes memory reverseName = encode(bytes(string.concat(hexOf(account), ".addr.reverse")));
        reverseResolver = requireResolver(reverseName);
        bytes memory answer = callResolver(reverseResolver, abi.encodeWithSignature("name(bytes32)", hashOf(reverseName, 0)));
        primary = abi.decode(answer, (string));
        if (bytes(primary).length == 0) return ("", address(0), reverseResolver);
        bytes memory name = encode(bytes(primary));
        resolver = requireResolver(name);
        answer = callResolver(resolver, abi.encodeWithSignature("addr(bytes32)", hashOf(name, 0)));
        address found = abi.decode(answer, (address));
        if (found != account) revert ReverseAddressMismatch(primary, abi.encodePacked(found));
    }

    function findResolver(bytes memory name) public view virtual returns (address) {
        return REGISTRY.resolver(hashOf(name, 0));
    }

    function requireResolver(bytes memory name) internal view returns (address resolver) {
        resolver = findResolver(name);
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
    }

    function callResolver(address resolver, bytes memory data) internal view returns (bytes memory answer) {
        bool succeeded;
        (succeeded, answer) = resolver.staticcall(data);
        if (!succeeded) {
            if (bytes4(answer) != OffchainLookup.selector) revert ResolverError(answer);
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        if (answer.length == 0) revert UnsupportedResolverProfile(bytes4(data));
    }

    function hexOf(address account) private pure returns (string memory) {
        bytes memory prefixed = bytes(Strings.toHexString(account));
        bytes memory digits = new bytes(40);
        for (uint256 i = 0; i < 40; i++) digits[i] = prefixed[i + 2];
        return string(digits);
    }

    /// In DNS form: each label after its length, and a zero.
    function encode(bytes memory name) private pure returns (bytes memory encoded) {
        encoded = new bytes(name.length + 2);
        uint256 label = 0;
        for (uint256 i = 0; i <= name.length; i++) {
            if (i < name.length && name[i] != ".") {
                encoded[i + 1] = name[i];
                continue;
            }
            encoded[label] = bytes1(uint8(i - label));
            label = i + 1;
        }
    }

    function hashOf(bytes memory name, uint256 at) internal pure returns (bytes32) {
        uint256 length = uint8(name[at]);
        if (length == 0) return bytes32(0);
        return keccak256(abi.encodePacked(hashOf(name, at + 1 + length), keccak256(labelAt(name, at))));
    }

    function labelAt(bytes memory name, uint256 at) internal pure returns (bytes memory label) {
        label = new bytes(uint8(name[at]));
        for (uint256 i = 0; i < label.length; i++) label[i] = name[at + 1 + i];
    }
}

/// Its records are behind a gateway (EIP-3668).
contract TestOffchainResolver {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    fallback() external {
        string[] memory urls = new string[](1);
        urls[0] = "http://127.0.0.1:1/{sender}/{data}.json";
        revert OffchainLookup(address(this), urls, msg.data, bytes4(0), "");
    }
}
