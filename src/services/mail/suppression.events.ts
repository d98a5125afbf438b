/** The suppressions of a category changed. Payload: addressKey, category, reason. */
export const suppressionEvents = { created: 'mail.suppressed', deleted: 'mail.unsuppressed' } as const
