import type { Action, ActionLog, ActionOutcome, LoggedAction } from '../console/action-log.ts';
import type { ServerDatabase } from './database.ts';

interface Row {
  readonly id: number;
  readonly action: string;
  readonly outcome: string | null;
}

/** The log of actions on the server's own disk; an action is there for good when `begin` resolves. */
export function sqliteActionLog(database: ServerDatabase): ActionLog {
  const insert = database.prepare('INSERT INTO action (action) VALUES (?)');
  const update = database.prepare('UPDATE action SET outcome = ? WHERE id = ?');
  const select = database.prepare('SELECT id, action, outcome FROM action ORDER BY id DESC LIMIT ?');
  return {
    begin: async (action) => String(insert.run(JSON.stringify(action)).lastInsertRowid),
    complete: async (id, outcome) => {
      update.run(JSON.stringify(outcome), Number(id));
    },
    recent: async (limit) => (select.all(limit) as Row[]).map(readRow),
  };
}

/** Both texts were written here. */
function readRow({ id, action, outcome }: Row): LoggedAction {
  return {
    ...(JSON.parse(action) as Action),
    id: String(id),
    ...(outcome !== null && { outcome: JSON.parse(outcome) as ActionOutcome }),
  };
}
