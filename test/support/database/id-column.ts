const ID_COLUMNS: Record<string, string> = { ledger_execution: 'execution_id', staff: 'login_id' }

/** Returns the column of a table that contains the ids in paths. */
export const idColumnOf = (table: string): string => ID_COLUMNS[table] ?? 'id'
