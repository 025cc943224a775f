import { member } from '../json/value.ts';
import type { ParameterEntry } from './types.ts';
import { isFalse, isTrue } from './values.ts';

type Refusal = NonNullable<ParameterEntry['refusal']>;

/** A dimension or a metric is read from doc values. */
function needsDocValues(name: string): Refusal {
  return (_value, { parameters }) => (isFalse(member(parameters, 'doc_values')) ? `${name} needs doc_values.` : null);
}

/** What identifies a time series is no measurement of it, and is not normalized. */
const NOT_BESIDE_DIMENSION = ['time_series_metric', 'normalizer'];

export const dimensionRefusal: Refusal = (value, context, target) => {
  if (!isTrue(value)) return null;
  const other = NOT_BESIDE_DIMENSION.find((name) => (member(context.parameters, name) ?? null) !== null);
  if (other !== undefined) return `time_series_dimension is not possible with ${other}.`;
  return needsDocValues('time_series_dimension')(value, context, target);
};

export const metricRefusal: Refusal = needsDocValues('time_series_metric');

/** Without a script there are no errors of one; what is assumed anyway is taken. */
export const scriptErrorRefusal: Refusal = (value, { parameters }) =>
  value !== 'fail' && member(parameters, 'script') === undefined ? 'on_script_error needs a script.' : null;
