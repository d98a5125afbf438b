/** Returns the name of a state as it is stored. */
export const readStateName = (text: string, _country: string | undefined): string => text
