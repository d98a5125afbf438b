import { randomBytes } from 'node:crypto'

/** A seat: the access of a staff login to a tenant. */
export interface SeatKey {
  tenantId: number
  loginId: number
}

/**
 * The callers of requests that pages of this process inject for a signed-in login. Their tokens are random, never leave
 * the process, and are valid during one request.
 */
export interface PageCallers {
  /** Runs `work` with a bearer token that identifies the seat until the work ends. */
  lend<T>(seat: SeatKey, work: (token: string) => Promise<T>): Promise<T>
  /** Finds the seat of a token; undefined for any other text. */
  find(token: string): SeatKey | undefined
}

export const pageCallers = (): PageCallers => {
  const lent = new Map<string, SeatKey>()
  return {
    lend: async (seat, work) => {
      const token = `page.${randomBytes(32).toString('base64url')}`
      lent.set(token, seat)
      try {
        return await work(token)
      } finally {
        lent.delete(token)
      }
    },
    find: (token) => lent.get(token),
  }
}
