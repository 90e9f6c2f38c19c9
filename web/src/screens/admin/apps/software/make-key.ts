/** Generates a key pair as JWKs. */
export const MAKE_KEY = `import { generateKeyPairSync } from 'node:crypto'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const kid = new Date().toISOString().slice(0, 16)
const write = (key) => ({ ...key.export({ format: 'jwk' }), kid })

console.log('To paste:', JSON.stringify({ keys: [write(publicKey)] }, null, 2))
console.log('For the app alone:', JSON.stringify(write(privateKey)))`
