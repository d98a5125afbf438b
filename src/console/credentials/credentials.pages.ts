import { operations } from '#contract/integration/application-permissions'
import type { ConsolePages } from '../frame/console-pages.ts'
import { notThere, pathId } from '../frame/path-ids.ts'
import type { ConsoleUser } from '../frame/user.ts'
import { type Credential, credentialOfClient, credentialOfKey } from './credential.ts'
import { credentialListView } from './credentials.page.ts'
import { newSecretView, resetView, revokeView } from './secret.page.ts'

const KEYS = '/keys'
const APPS = '/apps'

/** API keys and apps: what they may do, when they were used, and how to reset or revoke them. */
export const credentialPages = (pages: ConsolePages): void => {
  keyPages(pages)
  appPages(pages)
}

const listKeys = async (user: ConsoleUser): Promise<Credential[]> =>
  (await user.call(operations.listApiKeys)).body.map(credentialOfKey)

const listApps = async (user: ConsoleUser): Promise<Credential[]> =>
  (await user.call(operations.listOAuthClients)).body.map(credentialOfClient)

const oneOf = (credentials: readonly Credential[], id: string | undefined): Credential => {
  const wanted = pathId(id)
  const found = credentials.find((one) => one.id === wanted)
  if (!found) throw notThere()
  return found
}

const keyPages = (pages: ConsolePages): void => {
  pages.page({ path: KEYS, section: KEYS }, async (user) => credentialListView(user, 'key', await listKeys(user)))

  pages.page({ path: '/keys/:id/revoke', section: KEYS }, async (user, { params }) =>
    revokeView(user, oneOf(await listKeys(user), params.id)),
  )
  pages.action({ path: '/keys/:id/revoke', back: () => KEYS }, async (user, _form, { id }) => {
    const { name } = oneOf(await listKeys(user), id)
    await user.call(operations.deleteApiKey, { params: { applicationpermissionid: pathId(id) } })
    return { path: KEYS, notice: `The key of ${name} is revoked. It no longer works anywhere.` }
  })

  pages.page({ path: '/keys/:id/reset', section: KEYS }, async (user, { params }) =>
    resetView(user, oneOf(await listKeys(user), params.id)),
  )
  pages.result({ path: '/keys/:id/reset', section: KEYS, back: () => KEYS }, async (user, form, { id }) => {
    const credential = oneOf(await listKeys(user), id)
    const reply = await user.call(operations.resetApiKey, {
      params: { applicationpermissionid: credential.id },
      query: { graceseconds: form.get('now') === 'yes' ? 0 : DAY_S },
      idempotencyKey: `console-${form.get('once') ?? ''}`,
    })
    return newSecretView(user, credential, reply.header('x-api-key'))
  })
}

const DAY_S = 86_400

const appPages = (pages: ConsolePages): void => {
  pages.page({ path: APPS, section: APPS }, async (user) => credentialListView(user, 'app', await listApps(user)))

  pages.page({ path: '/apps/:id/revoke', section: APPS }, async (user, { params }) =>
    revokeView(user, oneOf(await listApps(user), params.id)),
  )
  pages.action({ path: '/apps/:id/revoke', back: () => APPS }, async (user, _form, { id }) => {
    const { name } = oneOf(await listApps(user), id)
    await user.call(operations.deleteOAuthClient, { params: { applicationpermissionid: pathId(id) } })
    return { path: APPS, notice: `The app ${name} is revoked, with all its tokens.` }
  })

  pages.page({ path: '/apps/:id/reset', section: APPS }, async (user, { params }) =>
    resetView(user, oneOf(await listApps(user), params.id)),
  )
  pages.result({ path: '/apps/:id/reset', section: APPS, back: () => APPS }, async (user, form, { id }) => {
    const credential = oneOf(await listApps(user), id)
    const reply = await user.call(operations.resetOAuthClientSecret, {
      params: { applicationpermissionid: credential.id },
      query: { graceseconds: form.get('now') === 'yes' ? 0 : DAY_S },
      idempotencyKey: `console-${form.get('once') ?? ''}`,
    })
    return newSecretView(user, credential, reply.header('x-client-secret'))
  })
}
