// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

contract RevertsAlways {
    fallback() external {
        revert("Nothing to see here");
    }
}

contract BurnsGas {
    fallback() external {
        assembly {
            invalid()
        }
    }
}

contract LoopsForever {
    fallback() external {
        assembly {
            for {} 1 {} {}
        }
    }
}

/// Returns, or reverts with, this many bytes, each 1.
contract AnswersBytes {
    uint256 private immutable _size;
    bool private immutable _reverts;

    constructor(uint256 size, bool reverts) {
        _size = size;
        _reverts = reverts;
    }

    fallback() external {
        (uint256 size, bool reverts) = (_size, _reverts);
        bytes32 ones = 0x0101010101010101010101010101010101010101010101010101010101010101;
        assembly {
            for { let i := 0 } lt(i, size) { i := add(i, 32) } { mstore(i, ones) }
            if reverts { revert(0, size) }
            return(0, size)
        }
    }
}

/// Returns one word, whatever it is asked.
contract AnswersWord {
    uint256 private immutable _word;

    constructor(uint256 word) {
        _word = word;
    }

    fallback() external {
        uint256 word = _word;
        assembly {
            mstore(0, word)
            return(0, 32)
        }
    }
}

/// Returns the number of the block, whatever it is asked.
contract AnswersBlockNumber {
    fallback() external {
        assembly {
            mstore(0, number())
            return(0, 32)
        }
    }
}

/// Has code, and returns nothing.
contract AnswersNothing {
    fallback() external {}
}

/// Claims every interface; its name is long, its symbol contains markup and control characters.
contract HostileToken {
    uint256 private immutable _nameLength;

    constructor(uint256 nameLength) {
        _nameLength = nameLength;
    }

    function supportsInterface(bytes4) external pure returns (bool) {
        return true;
    }

    function name() external view returns (string memory text) {
        uint256 length = _nameLength;
        text = new string(length);
        assembly {
            let start := add(text, 32)
            for { let i := 0 } lt(i, length) { i := add(i, 32) } { mstore(add(start, i), "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA") }
        }
    }

    function symbol() external pure returns (string memory) {
        return unicode"<b>\u202eUSDC\u0000\n</b>";
    }

    function decimals() external pure returns (uint256) {
        return type(uint256).max;
    }

    function balanceOf(address) external pure returns (uint256) {
        return type(uint256).max;
    }
}

/// Its string starts far behind the end of the answer.
contract MalformedName {
    function name() external pure {
        assembly {
            mstore(0, not(0))
            mstore(32, not(0))
            return(0, 64)
        }
    }

    function symbol() external pure {
        assembly {
            mstore(0, 32)
            mstore(32, not(0))
            return(0, 64)
        }
    }
}

contract Destructible {
    function destroy() external {
        selfdestruct(payable(msg.sender));
    }
}

/// Creates a contract and destroys it in the same transaction, which removes its code.
contract DestroysContract {
    address public destroyed;

    constructor() {
        Destructible child = new Destructible();
        destroyed = address(child);
        child.destroy();
    }
}
