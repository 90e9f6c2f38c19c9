/** Undeployed accounts (ERC-6492) are verified only through listed factories, because a factory's code runs first. */
export const knownFactories = [
  { name: 'Safe 1.3.0', address: '0xa6b71e26c5e0845f74c812102ca7114b6a896ab2' },
  { name: 'Safe 1.3.0 (EIP-155)', address: '0xc22834581ebc8527d974f8a1c97e1bea4ef910bc' },
  { name: 'Safe 1.4.1', address: '0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67' },
  { name: 'Safe 1.5.0', address: '0x14f2982d601c9458f93bd70b218933a6f8165e7b' },
  { name: 'Coinbase Smart Wallet 1.0', address: '0x0ba5ed0c6aa8c49038f819e587e2633c4a9f428a' },
  { name: 'Coinbase Smart Wallet 1.1', address: '0xba5ed110efdba3d005bfc882d75358acbbb85842' },
] as const

export const defaultFactories: readonly string[] = knownFactories.map(({ address }) => address)
