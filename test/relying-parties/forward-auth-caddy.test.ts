import { describeProxy } from '../support/behind-proxy.ts'
import { describeWildcard } from '../support/behind-wildcard.ts'
import { startCaddy } from '../support/proxies.ts'

describeProxy('a site behind Caddy', startCaddy)
describeWildcard('sites behind Caddy', startCaddy)
