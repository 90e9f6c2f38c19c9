import { describeProxy } from '../support/proxies/proxy-tests.ts'
import { startTraefik } from '../support/proxies/traefik.ts'
import { describeWildcard } from '../support/proxies/wildcard-tests.ts'

describeProxy('a site behind what acts as Traefik says it does', startTraefik, { removesDots: false })
describeWildcard('sites behind what acts as Traefik says it does', startTraefik)
