import { authlib, goOidc, omniauth } from '../../support/relying-parties/debian-parties.ts'
import { describeParties } from '../../support/relying-parties/party.ts'

describeParties('relying parties from Debian', [authlib, omniauth, goOidc])
