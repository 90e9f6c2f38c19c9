export function verifyWalletProof(
  proof: { message: string; signature: string; envelope?: string },
  expected: {
    issuer: string
    clientId: string
    nonce: string
    wallet: string
    now?: number
    askContract?: (asked: { address: string; chainId: number; message: string; signature: string }) => Promise<boolean>
    askBitcoin?: (asked: { address: string; message: string; signature: string }) => Promise<boolean>
  },
): Promise<{ address: string; signedAt: Date }>
