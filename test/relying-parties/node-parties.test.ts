import { authExpress, grant, oauth4webapi, passportOpenidconnect } from '../support/relying-parties/node-parties.ts'
import { describeParties } from '../support/relying-parties/party.ts'

describeParties('relying parties from npm', [oauth4webapi, authExpress, passportOpenidconnect, grant])
