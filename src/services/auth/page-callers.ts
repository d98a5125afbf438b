import { randomBytes } from 'node:crypto'

/** A seat: the access of a staff login to a tenant. */
export interface SeatKey {
  tenantId: number
  loginId: number
}

/** A member that is signed in at a page of its organization. */
export interface PageMember {
  tenantId: number
  memberId: number
  /** When its session started. */
  since: Date
}

export type PageCaller = SeatKey | PageMember

/**
 * The callers of requests that pages of this process inject for a signed-in login, of staff or of a member. Their tokens are random, never leave
 * the process, and are valid during one request.
 */
export interface PageCallers {
  /** Runs `work` with a bearer token that identifies the caller until the work ends. */
  lend<T>(caller: PageCaller, work: (token: string) => Promise<T>): Promise<T>
  /** Finds the caller of a token; undefined for any other text. */
  find(token: string): PageCaller | undefined
}

export const pageCallers = (): PageCallers => {
  const lent = new Map<string, PageCaller>()
  return {
    lend: async (caller, work) => {
      const token = `page.${randomBytes(32).toString('base64url')}`
      lent.set(token, caller)
      try {
        return await work(token)
      } finally {
        lent.delete(token)
      }
    },
    find: (token) => lent.get(token),
  }
}
