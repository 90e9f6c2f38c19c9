/** The owner that a site has after setup. Nobody else can sign in before; most tests begin after it. */

import { type Queries, statement } from '../../../server/src/platform/store/database.ts'
import { addSetting } from '../../../server/src/platform/store/setting.ts'

const remove = statement("DELETE FROM setting WHERE key = 'owner'")

/** Without a person, so that lists and counts of people begin empty. */
export async function addFirstOwner(queries: Queries): Promise<void> {
  await addSetting(queries, 'owner', 'per_00000000000000000000000000', 0)
}

/** For tests of the setup. */
export async function removeFirstOwner(queries: Queries): Promise<void> {
  await queries.run(remove)
}
