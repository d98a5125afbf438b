import { parseReturnAddress } from '../oauth/authorize-request.ts'
import { Parameters } from '../oauth/parameters.ts'
import type { PagesContext } from '../pages/context.ts'
import { listSeats } from '../seats.ts'

const AUTHORIZE = /^\/oauth2\/authorize\?[\x21-\x7e]*$/i
const PAGES_OF_STAFF = /^\/(console|account)(\/|$)/
/** The registration page of an event. */
const PAGES_OF_MEMBERS = /^\/events\/([^/]+)\/[1-9]\d{0,8}(\/change)?$/
const ANY_ORIGIN = 'http://localhost'

/**
 * Returns the return address. Only an authorization request of this server is a valid one: others are dropped, against
 * open redirects.
 */
export const nextOf = (from: Parameters): string | undefined => {
  const next = from.get('next')
  return next !== undefined && AUTHORIZE.test(next) ? next : undefined
}

/** Returns the same for staff, who can also return to the pages below /console and /account. */
export const staffNextOf = (from: Parameters): string | undefined =>
  nextOf(from) ?? pageOf(from.get('next'), (path) => PAGES_OF_STAFF.test(path))

/** Returns the same for members, who can also return to the page of an event of their organization. */
export const memberNextOf = (from: Parameters, tenantKey: string): string | undefined =>
  nextOf(from) ?? pageOf(from.get('next'), (path) => isOfMembers(path, tenantKey))

/** Returns whether members of a tenant can return to a page after they have signed in. */
export const isPageOfMembers = (page: string, tenantKey: string): boolean =>
  pageOf(page, (path) => isOfMembers(path, tenantKey)) !== undefined

const isOfMembers = (path: string, tenantKey: string): boolean => PAGES_OF_MEMBERS.exec(path)?.[1] === tenantKey

/** Compares the address as browsers read it: they resolve dot segments, and take a backslash for a slash. */
const pageOf = (next: string | undefined, isPage: (path: string) => boolean): string | undefined => {
  if (next === undefined || !next.startsWith('/') || !URL.canParse(next, ANY_ORIGIN)) return undefined
  const { origin, pathname, search } = new URL(next, ANY_ORIGIN)
  return origin === ANY_ORIGIN && isPage(pathname) ? `${pathname}${search}` : undefined
}

/** Returns the redirect address of the authorization request, if it is an allowed one. */
export const returnOf = async (context: PagesContext, next: string | undefined): Promise<string | undefined> => {
  if (next === undefined || !AUTHORIZE.test(next)) return undefined
  const query = Object.fromEntries(new URL(next, ANY_ORIGIN).searchParams)
  return parseReturnAddress(context, new Parameters(query)).then(
    ({ redirectUri }) => redirectUri,
    () => undefined,
  )
}

export const SECOND_FACTOR_PATH = '/sign-in/second-factor'

/**
 * Returns the first page of a signed-in person that came from no other: the console for staff, its account otherwise.
 */
export const landingOf = async (context: PagesContext, loginId: number): Promise<string> =>
  (await listSeats(context, loginId)).length > 0 ? '/console' : '/account'

/** Adds the address after sign-in to that of a page of the sign-in. */
export const withNext = (path: string, next: string | undefined): string =>
  next === undefined ? path : `${path}?${new URLSearchParams({ next })}`
