/** What happens to directories. Who is listed follows from what lists them: chapters tell of it. */
export const directoryEvents = { created: 'directory.created', updated: 'directory.updated' } as const
