// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";

contract TestProxy is ERC1967Proxy {
    constructor(address implementation, bytes memory data) payable ERC1967Proxy(implementation, data) {}
}

contract UpgradeableToken is ERC20("", ""), UUPSUpgradeable {
    address private _upgrader;

    function initialize(address upgrader) external {
        require(_upgrader == address(0));
        _upgrader = upgrader;
    }

    // A proxy does not run the constructor that stores them.
    function name() public pure override returns (string memory) {
        return "Upgradeable Token";
    }

    function symbol() public pure override returns (string memory) {
        return "UPGR";
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _authorizeUpgrade(address) internal view override {
        require(msg.sender == _upgrader);
    }
}

/// An upgrade that gives every address a balance.
contract GenerousToken is UpgradeableToken {
    function balanceOf(address) public pure override returns (uint256) {
        return 1 ether;
    }
}

/// An upgrade that answers no balance.
contract PausedToken is UpgradeableToken {
    error Paused();

    function balanceOf(address) public pure override returns (uint256) {
        revert Paused();
    }
}
