/** Beginnings of paths that are not converted yet: most rules skip them. It only gets shorter, and is empty at the end. */
export const pending: readonly string[] = []
