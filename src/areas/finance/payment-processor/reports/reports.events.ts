/** The ends of reports. Payload: JobType, FileId, FileName, Message. */
export const reportEvents = { completed: 'processorreport.completed', failed: 'processorreport.failed' } as const
