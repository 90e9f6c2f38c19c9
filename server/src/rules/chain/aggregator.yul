/// Runs many calls in one `eth_call` without a recipient: the node runs this program as the creation of a contract. Its
/// input follows the program: parameters, then the calls. No deployed contract is trusted.
///
/// What the program returns would become the code of the contract, so nodes refuse more than 24,576 bytes (EIP-170), a
/// first byte of 0xEF (EIP-3541), and returns whose storage costs more than the gas that is left. The program therefore
/// stops before its gas or its space runs out and returns the outcomes so far; the caller sends the rest again.
/// Reverting with the data would avoid the limits, but many nodes and providers drop or rewrite the data of a revert.
///
/// Parameters, 4 bytes each: the gas of each call; a call that uses more than `costlyAbove`, or fails with more than
/// `failedAbove`, is costly; an answer of more than `answerMax` bytes is too long.
/// Call: the length of its data (2 bytes), its recipient (20) and its data. The length 0xffff asks for a balance.
/// Output: 1, then for each call its status (1 byte), the length of its answer (2) and its answer. Of the answer of a
/// reverted call at most 4 bytes are returned: the selector of its error.
object "Aggregator" {
    code {
        let position := datasize("Aggregator")
        codecopy(parameters(), position, 16)
        position := add(position, 16)
        mstore8(output(), 1)
        let end := add(output(), 1)

        for { } lt(position, codesize()) { } {
            // A call gets at most 63/64 of the gas that is left, and must get all of its own.
            if lacksGas(add(div(mul(callGas(), 64), 63), 1), end) { break }
            codecopy(header(), position, 22)
            position := add(position, 22)
            let length := shr(240, mload(header()))
            let account := shr(96, mload(add(header(), 2)))
            let status := 1
            let answer := add(end, 3)

            switch length
            case 0xffff {
                length := 32
                if lacksSpace(add(answer, length)) { break }
                mstore(answer, balance(account))
            }
            default {
                codecopy(input(), position, length)
                position := add(position, length)
                status := read(account, length)
                length := 0
                if eq(status, 1) {
                    length := returndatasize()
                    if lacksGas(0, add(end, length)) { break }
                }
                if iszero(status) {
                    length := returndatasize()
                    if gt(length, 4) { length := 4 }
                }
                if lacksSpace(add(answer, length)) { break }
                returndatacopy(answer, 0, length)
            }

            // Byte by byte: the answer is already behind it.
            mstore8(end, status)
            mstore8(add(end, 1), shr(8, length))
            mstore8(add(end, 2), length)
            end := add(answer, length)
        }
        return(output(), sub(end, output()))

        /// 0: reverted, 1: a value, 2: no code, 3: too long, 4: costly.
        function read(account, length) -> status {
            status := 2
            if extcodesize(account) {
                let gasBefore := gas()
                let succeeded := staticcall(callGas(), account, input(), length, 0, 0)
                let gasUsed := sub(gasBefore, gas())
                status := succeeded
                if and(succeeded, gt(returndatasize(), answerMax())) { status := 3 }
                if gt(gasUsed, costlyAbove()) { status := 4 }
                if and(iszero(succeeded), gt(gasUsed, failedAbove())) { status := 4 }
            }
        }

        /// Whether less gas is left than `spare`, 30,000 for the program around one call with the growth of its memory,
        /// and the storage of the outcomes until `to`: 200 gas per byte, which EIP-8037 raises to less than 2,000.
        function lacksGas(spare, to) -> isLacking {
            isLacking := lt(gas(), add(add(spare, 30000), mul(add(sub(to, output()), 3), 2000)))
        }

        function lacksSpace(to) -> isLacking {
            isLacking := gt(to, add(output(), 24000))
        }

        function callGas() -> value { value := shr(224, mload(parameters())) }
        function costlyAbove() -> value { value := and(shr(192, mload(parameters())), 0xffffffff) }
        function failedAbove() -> value { value := and(shr(160, mload(parameters())), 0xffffffff) }
        function answerMax() -> value { value := and(shr(128, mload(parameters())), 0xffffffff) }

        // Memory.
        function parameters() -> start { start := 0x00 }
        function header() -> start { start := 0x20 }
        function output() -> start { start := 0x60 }
        function input() -> start { start := 0x6000 }
    }
}
