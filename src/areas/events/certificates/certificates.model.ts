export const certificateNumber = (id: number): string => `C-${id}`
