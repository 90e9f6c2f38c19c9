import { startNginx } from '../support/proxies/proxies.ts'
import { describeProxy } from '../support/proxies/proxy-tests.ts'
import { describeWildcard } from '../support/proxies/wildcard-tests.ts'

describeProxy('a site behind nginx', startNginx)
describeWildcard('sites behind nginx', startNginx)
