import { describe, expect, it } from 'vitest';
import { formatJson } from '../json/text.ts';
import {
  addReports,
  agentReport,
  EMPTY_USAGE_REPORT,
  eventReport,
  isEmptyReport,
  readUsageReport,
  viewReport,
} from './usage-report.ts';

const HOSTILE = ['__proto__', 'constructor', 'a/b', 'a~b', 'a.b', '7', '🦉', ''];
const SAMPLES = [
  EMPTY_USAGE_REPORT,
  ...HOSTILE.map((name) => eventReport('index_management', 'count', name, 2)),
  eventReport('__proto__', 'click', '', 1),
  agentReport('index_management', 'Lynx 2.9'),
  agentReport('index_management', 'Mosaic 1.0'),
  ...HOSTILE.map((name) => viewReport('index_management', name, 0.5, 3)),
];

describe('usage report', () => {
  it('counts an event under its application, kind and name', () => {
    expect(eventReport('index_management', 'click', 'index_close', 4)).toEqual({
      reportVersion: 3,
      uiCounter: {
        'index_management-click-index_close': {
          key: 'index_management-click-index_close',
          appName: 'index_management',
          eventName: 'index_close',
          type: 'click',
          total: 4,
        },
      },
    });
  });

  it('adds up what has the same key, and keeps the later user agent', () => {
    const views = addReports(viewReport('app', 'indices', 1, 2), viewReport('app', 'indices', 0.5, 1));
    expect(views.application_usage).toEqual({
      'app-indices': { appId: 'app', viewId: 'indices', minutesOnScreen: 1.5, numberOfClicks: 3 },
    });
    const agents = addReports(agentReport('app', 'Lynx'), agentReport('app', 'Mosaic'));
    expect(Object.values(agents.userAgent ?? {})).toEqual([
      { key: 'app-user_agent', appName: 'app', userAgent: 'Mosaic' },
    ]);
  });

  it('is added associatively, with the empty report as identity', () => {
    for (const a of SAMPLES) {
      expect(addReports(a, EMPTY_USAGE_REPORT)).toEqual(a);
      expect(addReports(EMPTY_USAGE_REPORT, a)).toEqual(a);
      for (const b of SAMPLES)
        for (const c of SAMPLES) expect(addReports(addReports(a, b), c)).toEqual(addReports(a, addReports(b, c)));
    }
  });

  it('comes back from its text, whatever its names are', () => {
    const whole = SAMPLES.reduce(addReports);
    expect(readUsageReport(formatJson(whole))).toEqual(whole);
    expect(Object.keys(whole.uiCounter ?? {})).toHaveLength(HOSTILE.length + 1);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '3',
    '{"reportVersion":2}',
    '{"reportVersion":4,"uiCounter":{}}',
    '{"reportVersion":"3"}',
    '{"uiCounter":{}}',
  ])('takes %j for none', (text) => {
    expect(readUsageReport(text)).toBeNull();
  });

  it('leaves out entries that do not fit, and what else they say', () => {
    const text = `{"reportVersion":3,"uiCounter":{"a":null,"b":{"key":"b","appName":"x","eventName":"e","type":"t","total":-1},
      "c":{"key":"c","appName":"x","eventName":"e","type":"t","total":2,"index":"secret"}},"userAgent":7,"application_usage":{"v":{"appId":"x","viewId":"v","minutesOnScreen":"1","numberOfClicks":0}}}`;
    expect(readUsageReport(text)).toEqual({
      reportVersion: 3,
      uiCounter: { c: { key: 'c', appName: 'x', eventName: 'e', type: 't', total: 2 } },
    });
  });

  it('is empty where it counts nothing', () => {
    expect(isEmptyReport(EMPTY_USAGE_REPORT)).toBe(true);
    expect(isEmptyReport({ reportVersion: 3, uiCounter: {} })).toBe(true);
    expect(isEmptyReport(viewReport('app', 'indices', 0, 0))).toBe(false);
  });
});
