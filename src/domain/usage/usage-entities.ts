import { Type, type Static } from 'typebox';
import { exact } from '../json/schemas.ts';

const CounterSchema = Type.Record(
  Type.String(),
  exact({
    key: Type.String(),
    appName: Type.String(),
    eventName: Type.String(),
    type: Type.String(),
    total: Type.Number(),
  }),
);

/** What the usage reporter sends (console.md sections 3 and 9). */
export const UsageReportSchema = exact({
  reportVersion: Type.Literal(3),
  uiCounter: Type.Optional(CounterSchema),
  userAgent: Type.Optional(
    Type.Record(Type.String(), exact({ key: Type.String(), appName: Type.String(), userAgent: Type.String() })),
  ),
  application_usage: Type.Optional(
    Type.Record(
      Type.String(),
      exact({
        appId: Type.String(),
        viewId: Type.String(),
        minutesOnScreen: Type.Number(),
        numberOfClicks: Type.Number(),
      }),
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
