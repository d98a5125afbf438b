/** The page to continue from after an error. */
export interface StartPage {
  path: string
  /** The text of the link to it. */
  link: string
}

const FOLDERS: ReadonlyMap<string, StartPage> = new Map([
  ['console', { path: '/console', link: 'Open the console' }],
  ['account', { path: '/account', link: 'Open your account' }],
  ['reference', { path: '/reference', link: 'Open the API reference' }],
])

const SERVER: StartPage = { path: '/', link: 'Start again' }

/** The pages of the public: the first page of the server is for its developers and operators. */
const OF_PUBLIC: ReadonlySet<string> = new Set(['events', 'sandbox', 'api'])

const TENANT_KEY = /^[a-z0-9-]+$/

/** Returns the first page of the folder of an address; undefined for visitors that it would not help. */
export const startPageOf = (url: string): StartPage | undefined => {
  const [folder = '', key = ''] = (url.split('?')[0] ?? '').toLowerCase().split('/').slice(1)
  if (folder === 'members')
    return TENANT_KEY.test(key) ? { path: `/members/${key}/sign-in`, link: 'Sign in' } : undefined
  return OF_PUBLIC.has(folder) ? undefined : (FOLDERS.get(folder) ?? SERVER)
}
