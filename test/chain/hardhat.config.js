import { defineConfig } from 'hardhat/config'

export default defineConfig({
  networks: { node: { type: 'edr-simulated', chainId: 31337, hardfork: 'prague' } },
  // What it writes down goes with its installation.
  paths: { artifacts: 'node_modules/.hardhat/artifacts', cache: 'node_modules/.hardhat/cache' },
})
