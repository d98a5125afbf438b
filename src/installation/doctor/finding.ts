export type FindingState = 'ok' | 'warn' | 'fail'

/** The result of one check of an installation. */
export interface Finding {
  subject: string
  state: FindingState
  /** What was found, in one sentence. */
  message: string
  /** What to do; undefined for nothing. */
  advice?: string
}

export const ok = (subject: string, message: string): Finding => ({ subject, state: 'ok', message })

export const warn = (subject: string, message: string, advice: string): Finding => ({
  subject,
  state: 'warn',
  message,
  advice,
})

export const fail = (subject: string, message: string, advice: string): Finding => ({
  subject,
  state: 'fail',
  message,
  advice,
})

/** Runs a check. An error of it becomes a finding: the message of an OperatorError already says what to do. */
export const checked = async (subject: string, check: () => Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await check()
  } catch (error) {
    return [{ subject, state: 'fail', message: (error as Error).message }]
  }
}
