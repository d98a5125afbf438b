/** The events of the closed period. Payload: closedThrough; isOpened if days were opened. */
export const closedPeriodEvents = { updated: 'closedperiod.updated' } as const
