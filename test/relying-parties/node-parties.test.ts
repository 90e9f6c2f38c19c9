import { authExpress, grant, oauth4webapi, passportOpenidconnect } from '../support/node-parties.ts'
import { describeParties } from '../support/party.ts'

describeParties('relying parties from npm', [oauth4webapi, authExpress, passportOpenidconnect, grant])
