import { authlib, goOidc, omniauth } from '../../support/debian-parties.ts'
import { describeParties } from '../../support/party.ts'

describeParties('relying parties from Debian', [authlib, omniauth, goOidc])
