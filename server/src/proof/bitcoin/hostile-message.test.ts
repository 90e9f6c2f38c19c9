import { newBitcoinAccount } from '../../../../test/support/families/bitcoin.ts'
import { defineHostileMessageTests } from '../../../../test/support/families/hostile-message-tests.ts'

defineHostileMessageTests({ account: newBitcoinAccount('p2wpkh') })
