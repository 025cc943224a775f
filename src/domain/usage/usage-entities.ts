import { Type, type Static } from 'typebox';
import { exact, recordOf } from '../json/schemas.ts';

/** A report has some dozens of each; every one is a row of the server's own file. */
const MAX_ENTRIES = 1_000;
const TextSchema = Type.String({ maxLength: 1_024 });
/** Totals only grow. */
const AmountSchema = Type.Number({ minimum: 0 });

const CounterSchema = recordOf(
  exact({
    key: TextSchema,
    appName: TextSchema,
    eventName: TextSchema,
    type: TextSchema,
    total: AmountSchema,
  }),
  { maxProperties: MAX_ENTRIES },
);

/** What the usage reporter sends. */
export const UsageReportSchema = exact({
  reportVersion: Type.Literal(3),
  uiCounter: Type.Optional(CounterSchema),
  userAgent: Type.Optional(
    recordOf(exact({ key: TextSchema, appName: TextSchema, userAgent: TextSchema }), {
      maxProperties: MAX_ENTRIES,
    }),
  ),
  application_usage: Type.Optional(
    recordOf(
      exact({
        appId: TextSchema,
        viewId: TextSchema,
        minutesOnScreen: AmountSchema,
        numberOfClicks: AmountSchema,
      }),
      { maxProperties: MAX_ENTRIES },
    ),
  ),
});
export type UsageReport = Static<typeof UsageReportSchema>;

/** Everything that was reported, added up. */
export const UsageTotalsSchema = exact({
  uiCounter: Type.Array(
    exact({
      appName: Type.String(),
      eventName: Type.String(),
      type: Type.String(),
      total: Type.Number(),
      lastAt: Type.String(),
    }),
  ),
  userAgent: Type.Array(exact({ appName: Type.String(), userAgent: Type.String(), lastAt: Type.String() })),
  application_usage: Type.Array(
    exact({
      appId: Type.String(),
      viewId: Type.String(),
      minutesOnScreen: Type.Number(),
      numberOfClicks: Type.Number(),
    }),
  ),
});
export type UsageTotals = Static<typeof UsageTotalsSchema>;
