/** The events of files, which never change. Payload: Name. */
export const fileEvents = { created: 'file.created', deleted: 'file.deleted' } as const
