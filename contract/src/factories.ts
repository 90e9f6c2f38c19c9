/**
 * Contracts that deploy accounts in a known way: an account that does not exist yet may be checked through these and
 * no others, because whatever a factory does is done before its account is asked. An owner can change the list.
 */
export const defaultFactories = [
  // Safe proxy factories 1.3.0, 1.3.0 (eip155), 1.4.1, 1.5.0
  '0xa6b71e26c5e0845f74c812102ca7114b6a896ab2',
  '0xc22834581ebc8527d974f8a1c97e1bea4ef910bc',
  '0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67',
  '0x14f2982d601c9458f93bd70b218933a6f8165e7b',
  // Coinbase smart wallet 1.0 and 1.1
  '0x0ba5ed0c6aa8c49038f819e587e2633c4a9f428a',
  '0xba5ed110efdba3d005bfc882d75358acbbb85842',
] as const
