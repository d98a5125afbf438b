/** Beginnings of paths that are not converted yet: most rules skip them. It is empty, and stays so. */
export const pending: readonly string[] = []
