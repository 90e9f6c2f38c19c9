import { defineHostileMessageTests } from '../../../../test/support/families/hostile-message-tests.ts'
import { newSolanaAccount } from '../../../../test/support/families/solana.ts'

defineHostileMessageTests({ account: newSolanaAccount(), ownFormat: ['another spelling of the network'] })
