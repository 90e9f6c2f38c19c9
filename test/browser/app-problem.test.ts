import assert from 'node:assert/strict'
import { appProblem } from '../../web/src/words/interaction.ts'
import { startAppSite } from '../support/app-site.ts'
import { arriveAt, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { setSite } from '../support/site.ts'

const site = setSite({ DEMO_WALLET: 'off' })

site.stage.play(
  'what cannot be sent back to the app is said here, without a word of the request',
  {},
  async (guest) => {
    const { page } = guest
    const app = await startAppSite(site)
    await app.ask(page, { redirect_uri: 'https://evil.example/callback' })
    await arriveAt(page, '/app-problem?code=invalid_redirect_uri')
    await seeHeading(page, appProblem.codes.invalid_redirect_uri.title)
    assert.equal((await page.content()).includes('evil.example'), false)
    await inspect(page, 'a wrong redirect address')
    await app.ask(page, { client_id: 'nobody' })
    await seeHeading(page, appProblem.codes.invalid_client.title)
    await page.goto('/oidc/end-session?post_logout_redirect_uri=https://evil.example/&id_token_hint=x')
    await seeHeading(page, appProblem.codes.invalid_sign_out.title)
    await inspect(page, 'a sign-out that was not understood')
    await page.getByRole('link', { name: appProblem.signOut, exact: true }).click()
    await arriveAt(page, '/sign-out')
    await page.goto('/app-problem?code=constructor')
    await seeHeading(page, appProblem.codes.invalid_request.title)
  },
)
