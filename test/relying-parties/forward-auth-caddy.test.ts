import { startCaddy } from '../support/proxies/proxies.ts'
import { describeProxy } from '../support/proxies/proxy-tests.ts'
import { describeWildcard } from '../support/proxies/wildcard-tests.ts'

describeProxy('a site behind Caddy', startCaddy)
describeWildcard('sites behind Caddy', startCaddy)
