import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draftStream } from '#domain/commands';
import type { HttpRequest, HttpService } from '#domain/ports';
import type { RouteAnswer } from '#domain/wire';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { createDraft } from '../../files/import-draft.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';
import { formatLog } from '#domain/log';

const ID = '01J00000000000000000000001';
type Run = RouteAnswer<'lab.run'>;

const OFFER: RouteAnswer<'lab.get'> = {
  targets: [
    {
      name: 'laws',
      about: 'Histories of edits by several people.',
      needsCluster: false,
      takesSandbox: false,
      takesFiles: true,
    },
    { name: 'engine', about: 'Mappings on a real engine.', needsCluster: true, takesSandbox: true, takesFiles: true },
    { name: 'sandbox', about: 'Both engines.', needsCluster: true, takesSandbox: false, takesFiles: false },
  ],
  clusters: [{ id: 'test', label: 'Test cluster' }],
  maxThreads: 3,
  example: {
    target: 'laws',
    law: 'undo is exact',
    message: 'true is not false',
    steps: ['Begin with {}', 'Ada: Add a'],
    caseFile: '{"format":"mapledger fuzz case 1"}',
  },
};

function runWith(over: Partial<Run> = {}): Run {
  return {
    id: ID,
    target: 'laws',
    seed: 42,
    cluster: null,
    isOnSandbox: false,
    beginsWith: null,
    budget: { cases: 10_000 },
    threads: 2,
    state: 'running',
    startedBy: 'Ada',
    startedAt: '2026-11-21T03:00:00.000Z',
    endedAt: null,
    activeMs: 65_000,
    cases: 2_500,
    given: 10_000,
    accepted: 8_200,
    failures: 0,
    coverage: [
      { kind: 'command', reached: 26, all: 27, missing: ['history.restore'] },
      { kind: 'type', reached: 59, all: 59, missing: [] },
    ],
    failed: [],
    samples: [
      { activeMs: 1_000, cases: 40, given: 160, accepted: 120 },
      { activeMs: 65_000, cases: 2_500, given: 10_000, accepted: 8_200 },
    ],
    ...over,
  };
}

function listed(run: Run): RouteAnswer<'lab.runs'> {
  const { coverage: _coverage, failed: _failed, samples: _samples, ...view } = run;
  return { runs: [view] };
}

/** By method and path; a function is called for each request, and may change the later answers to other requests. */
type Answers = Record<string, object | (() => object)>;

/** A server whose lab gives these answers; everything else is a server in memory. */
async function openLab(path: string, answers: Answers, options: { readonly isReadOnly?: boolean } = {}) {
  const { http } = testServer(options);
  const sent: HttpRequest[] = [];
  const between: HttpService = {
    async send(request) {
      const given =
        answers[`${request.method} ${request.path.slice(request.path.indexOf('management/') + 'management'.length)}`];
      if (given === undefined) return http.send(request);
      const answer: object = typeof given === 'function' ? (given as () => object)() : given;
      sent.push(request);
      const status = 'statusCode' in answer ? (answer.statusCode as number) : 200;
      return { status, body: JSON.stringify(answer) };
    },
  };
  const services = await testServices(memoryEventStore(), { http: between });
  const { router } = await openTestConsole(path, services);
  return { sent, router, services };
}

const RUN = `/lab/runs/${ID}`;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const bodyOf = (request: HttpRequest | undefined): unknown => JSON.parse(request?.body ?? 'null');

describe('the fuzz lab', () => {
  it('starts a run of the chosen target and goes to it', async () => {
    const answers: Answers = {
      'GET /lab': OFFER,
      'GET /lab/runs': { runs: [] },
      'POST /lab/runs': listed(runWith()).runs[0] as object,
      [`GET ${RUN}`]: runWith(),
    };
    const { sent, router } = await openLab('/fuzz_lab', answers);
    await expect.element(page.getByText('No runs yet')).toBeVisible();
    await expect.element(page.getByText('Histories of edits by several people.')).toBeVisible();
    await expectAccessible();
    await userEvent.fill(page.getByRole('textbox', { name: 'Seed' }), '42');
    await userEvent.click(page.getByRole('radio', { name: 'Cases' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Cases' }), '500');
    await userEvent.click(button('Start run'));
    await expect.poll(() => router.state.location.pathname).toMatch(new RegExp(`/fuzz_lab/${ID}$`));
    expect(bodyOf(sent.find(({ method }) => method === 'POST'))).toEqual({
      target: 'laws',
      seed: 42,
      budget: { cases: 500 },
      threads: 3,
    });
    await expect.element(page.getByRole('heading', { name: 'laws, seed 42', level: 1 })).toBeVisible();
  });

  it('offers scratch clusters alone for a target that needs a cluster', async () => {
    const { sent } = await openLab('/fuzz_lab', {
      'GET /lab': OFFER,
      'GET /lab/runs': { runs: [] },
      'POST /lab/runs': {
        statusCode: 424,
        error: 'Failed Dependency',
        message: 'Cluster "Test cluster" can’t be used: no answer',
      },
    });
    await userEvent.click(page.getByRole('button', { name: /laws Target/ }));
    await userEvent.click(page.getByRole('option', { name: 'engine' }));
    await expect.element(page.getByRole('button', { name: /Test cluster Scratch cluster/ })).toBeVisible();
    await expectAccessible();
    await userEvent.click(button('Start run'));
    await expect.element(page.getByRole('alert')).toHaveTextContent('Couldn’t start the run');
    await expect.element(page.getByRole('alert')).toHaveTextContent('no answer');
    expect(bodyOf(sent.find(({ method }) => method === 'POST'))).toMatchObject({
      target: 'engine',
      scratchCluster: 'test',
    });
  });

  it('says how to mark a scratch cluster where there is none', async () => {
    await openLab('/fuzz_lab', {
      'GET /lab': { ...OFFER, targets: OFFER.targets.slice(2), clusters: [] },
      'GET /lab/runs': { runs: [] },
    });
    await expect.element(page.getByText(/Start the server with --scratch/)).toBeVisible();
    await expect.element(button('Start run')).toBeDisabled();
  });

  it('offers a sandbox in memory where there is no scratch cluster, and says what it tests', async () => {
    const { sent } = await openLab('/fuzz_lab', {
      'GET /lab': { ...OFFER, targets: OFFER.targets.slice(1, 2), clusters: [] },
      'GET /lab/runs': { runs: [] },
      'POST /lab/runs': { statusCode: 409, error: 'Conflict', message: 'Busy.' },
    });
    await expect.element(page.getByText('Tests the sandbox, not an engine.').first()).toBeVisible();
    await userEvent.click(button('Start run'));
    await expect.element(page.getByRole('alert')).toHaveTextContent('Busy.');
    expect(bodyOf(sent.find(({ method }) => method === 'POST'))).toEqual({
      target: 'engine',
      budget: { seconds: 60 },
      threads: 3,
      onSandbox: true,
    });
  });

  it('begins with a draft that the address names, or with a file', async () => {
    const answers: Answers = { 'GET /lab': OFFER, 'GET /lab/runs': { runs: [] } };
    answers['POST /lab/runs'] = { statusCode: 409, error: 'Conflict', message: 'Busy.' };
    const { sent, services, router } = await openLab('/fuzz_lab', answers);
    const target = { distribution: 'opensearch', version: '3.4' } as const;
    const id = await createDraft(services, { properties: { a: { type: 'ip' } } }, { name: 'orders', target });
    await router.navigate({ to: ROUTES.fuzzLab, search: { draft: id } });
    await expect.element(page.getByRole('button', { name: /orders.* Begin with/ })).toBeVisible();
    await expectAccessible();
    const begun = async (runs: number) => {
      await userEvent.click(button('Start run'));
      const starts = () => sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/lab/runs'));
      await expect.poll(() => starts().length).toBe(runs);
      const { beginsWith } = bodyOf(starts().at(-1)) as { beginsWith?: { name: string; parts: string[] } };
      return beginsWith;
    };
    expect(await begun(1)).toEqual({ name: 'orders', parts: ['{"properties":{"a":{"type":"ip"}}}'] });
    const input = document.querySelector<HTMLInputElement>('form input[type="file"]') as HTMLInputElement;
    await userEvent.upload(input, new File(['{'], 'broken.json'));
    await expect.element(page.getByText(/broken\.json/).first()).toBeVisible();
    await userEvent.upload(input, new File(['{"properties":{"exact":{"boost":1.5}}}'], 'mine.json'));
    await expect.element(page.getByRole('button', { name: /mine\.json.* Begin with/ })).toBeVisible();
    expect(await begun(2)).toEqual({ name: 'mine.json', parts: ['{"properties":{"exact":{"boost":1.5}}}'] });
    await userEvent.click(page.getByRole('button', { name: /mine\.json.* Begin with/ }));
    await userEvent.click(page.getByRole('option', { name: 'Generated mappings' }));
    expect(await begun(3)).toBeUndefined();
  });

  it('shows what a failed case looks like', async () => {
    await openLab('/fuzz_lab', { 'GET /lab': OFFER, 'GET /lab/runs': { runs: [] } });
    await userEvent.click(page.getByText('What a failed case looks like'));
    await expect
      .element(page.getByRole('list', { name: 'Steps of the example' }).getByText('Ada: Add a'))
      .toBeVisible();
    await expectAccessible();
  });

  it('resumes and removes runs from the list, and starts none while one is running', async () => {
    const stopped = runWith({ state: 'interrupted', reason: 'The server was stopped while it was running.' });
    const answers: Answers = { 'GET /lab': OFFER, 'GET /lab/runs': listed(stopped), [`DELETE ${RUN}`]: {} };
    answers[`POST ${RUN}/resume`] = () => {
      answers['GET /lab/runs'] = listed(runWith());
      return listed(runWith()).runs[0] as object;
    };
    const { sent } = await openLab('/fuzz_lab', answers);
    const row = page.getByRole('row', { name: /laws, seed 42/ });
    await expect.element(row.getByText('Interrupted')).toBeVisible();
    await expectAccessible();
    await userEvent.click(button('Resume laws, seed 42'));
    await expect.element(row.getByText('Running')).toBeVisible();
    await expect.element(page.getByText(/A run is running/)).toBeVisible();
    await expect.element(button('Start run')).toBeDisabled();
    await expect.element(button('Stop laws, seed 42')).toBeVisible();
    expect(sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      expect.stringMatching(/\/resume$/),
    ]);
  });

  it('asks before a run is removed', async () => {
    const answers: Answers = {
      'GET /lab': OFFER,
      'GET /lab/runs': listed(runWith({ state: 'done', failures: 2 })),
      [`DELETE ${RUN}`]: () => {
        answers['GET /lab/runs'] = { runs: [] };
        return {};
      },
    };
    const { sent } = await openLab('/fuzz_lab', answers);
    await userEvent.click(button('Remove laws, seed 42'));
    const dialog = page.getByRole('alertdialog', { name: 'Remove this run?' });
    await expect.element(dialog.getByText(/and its failed cases/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Remove run' }));
    await expect.element(page.getByText('No runs yet')).toBeVisible();
    expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('starts, stops and replays nothing on a read-only server', async () => {
    await openLab('/fuzz_lab', { 'GET /lab': OFFER, 'GET /lab/runs': listed(runWith()) }, { isReadOnly: true });
    await expect.element(page.getByText('This server is read-only. Runs can’t be started.')).toBeVisible();
    await expect.element(button('Start run')).toBeDisabled();
    await expect.element(button('Stop laws, seed 42')).toBeDisabled();
    await expect.element(button('Choose file')).not.toBeInTheDocument();
    await expect.element(button('Replay example')).not.toBeInTheDocument();
  });

  it('replays the example of a failed case', async () => {
    const { sent } = await openLab('/fuzz_lab', {
      'GET /lab': OFFER,
      'GET /lab/runs': { runs: [] },
      'POST /lab/replay': { kind: 'case', broken: null },
    });
    await userEvent.click(button('Replay example'));
    await expect.element(page.getByText('The case of the example no longer fails.')).toBeVisible();
    const [request] = sent.filter(({ path }) => path.endsWith('/replay'));
    expect((bodyOf(request) as { parts: string[] }).parts.join('')).toBe(OFFER.example.caseFile);
  });

  it('says why there is none', async () => {
    await openLab('/fuzz_lab', {});
    await expect.element(page.getByText('This server has no fuzz lab.')).toBeVisible();
    await expectAccessible();
  });

  it('replays an exported log on the server, and says what does not hold', async () => {
    const answers: Answers = { 'GET /lab': OFFER, 'GET /lab/runs': { runs: [] } };
    answers['POST /lab/replay'] = { kind: 'log', broken: null };
    const { sent, services } = await openLab('/fuzz_lab', answers);
    const target = { distribution: 'opensearch', version: '3.4' } as const;
    const draft = await createDraft(services, { properties: {} }, { name: 'orders', target });
    const log = formatLog(await services.store.read(draftStream(draft)));
    await expect.element(button('Choose file')).toBeVisible();
    const input = () =>
      document.querySelector<HTMLInputElement>('[aria-labelledby="lab-replay"] input[type="file"]') as HTMLInputElement;
    await userEvent.upload(input(), new File([log], 'orders.ndjson'));
    await expect.element(page.getByText('Everything holds')).toBeVisible();
    const [request] = sent.filter(({ path }) => path.endsWith('/replay'));
    expect((bodyOf(request) as { parts: string[] }).parts.join('')).toBe(log);
    answers['POST /lab/replay'] = { kind: 'case', broken: { law: 'undo is exact', message: '<b>3</b> is not 4' } };
    await userEvent.upload(input(), new File(['{}'], 'case.json'));
    await expect.element(page.getByText('Failed: undo is exact')).toBeVisible();
    await expect.element(page.getByText('<b>3</b> is not 4')).toBeVisible();
    await expectAccessible();
  });
});

describe('a fuzz run', () => {
  it('shows progress, rates and what was not reached while it runs, and stops', async () => {
    const answers: Answers = {
      [`GET ${RUN}`]: runWith(),
      [`POST ${RUN}/stop`]: () => {
        answers[`GET ${RUN}`] = runWith({ cases: 3_000, state: 'stopped' });
        return listed(runWith()).runs[0] as object;
      },
    };
    await openLab(`/fuzz_lab/${ID}`, answers);
    await expect.element(page.getByText('2,500 cases')).toBeVisible();
    await expect.element(page.getByText('1 min 5 s')).toBeVisible();
    await expect.element(page.getByRole('progressbar', { name: 'Budget used' })).toHaveAttribute('value', '0.25');
    await expect.element(page.getByRole('img', { name: /^Cases per second: 38 now, from 0 to 50/ })).toBeVisible();
    await expect.element(page.getByRole('img', { name: /^Acceptance: 82 % now/ })).toBeVisible();
    await userEvent.click(page.getByText('Show values'));
    await expect.element(page.getByRole('row', { name: '65.0 38 82 %' })).toBeVisible();
    await expect.element(page.getByText('history.restore')).toBeVisible();
    await expectAccessible();

    answers[`GET ${RUN}`] = runWith({ cases: 3_000 });
    await expect.element(page.getByText('3,000 cases')).toBeVisible();
    await userEvent.click(button('Stop'));
    await expect.element(button('Resume')).toBeVisible();
    await expect.element(page.getByText('Stopped')).toBeVisible();
  });

  it('finds a name among ten thousand that were not reached', async () => {
    const missing = Array.from({ length: 10_000 }, (_, at) => `parameter_${at}`);
    const coverage = [{ kind: 'parameter', reached: 0, all: 10_000, missing }];
    await openLab(`/fuzz_lab/${ID}`, { [`GET ${RUN}`]: runWith({ coverage, state: 'done', samples: [] }) });
    const list = page.getByRole('list', { name: 'Not reached' });
    await expect.element(list.getByText('parameter_0', { exact: true })).toBeVisible();
    expect(list.element().querySelectorAll('[role="listitem"]').length).toBeLessThan(60);
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search names not reached' }), '_9876');
    await expect.element(list.getByText('parameter_9876')).toBeVisible();
    expect(list.element().querySelectorAll('[role="listitem"]')).toHaveLength(1);
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search names not reached' }), 'luck');
    await expect.element(page.getByText('No names match.')).toBeVisible();
  });

  it.each([
    ['interrupted', 'Interrupted', 'Resume to continue with the next case.'],
    ['failed', 'The run couldn’t continue', 'Fix the cause and resume.'],
  ] as const)('says what happened to one that is %s, and resumes it', async (state, title, text) => {
    const answers: Answers = { [`GET ${RUN}`]: runWith({ state, reason: 'The cluster <b>test</b> is gone.' }) };
    answers[`POST ${RUN}/resume`] = { statusCode: 409, error: 'Conflict', message: 'Another fuzz run is running.' };
    await openLab(`/fuzz_lab/${ID}`, answers);
    await expect.element(page.getByText(title).last()).toBeVisible();
    await expect.element(page.getByText(text, { exact: false })).toBeVisible();
    await expectAccessible();
    await userEvent.click(button('Resume'));
    await expect.element(page.getByText('Another fuzz run is running.')).toBeVisible();
  });

  it('says that it starts until the first case was tried, and on what', async () => {
    const answers: Answers = { [`GET ${RUN}`]: runWith({ cases: 0, isOnSandbox: true, beginsWith: 'orders' }) };
    await openLab(`/fuzz_lab/${ID}`, answers);
    await expect.element(page.getByText('Starting 2 threads...')).toBeVisible();
    await expect.element(page.getByText('on a sandbox in memory: tests the sandbox, not an engine')).toBeVisible();
    await expect.element(page.getByText('begins with orders')).toBeVisible();
    answers[`GET ${RUN}`] = runWith({ cases: 1 });
    await expect.element(page.getByText('Starting 2 threads...')).not.toBeInTheDocument();
  });

  it('says that there is no such run', async () => {
    const gone = { statusCode: 404, error: 'Not Found', message: `There is no fuzz run "${ID}".` };
    await openLab(`/fuzz_lab/${ID}`, { [`GET ${RUN}`]: gone });
    await expect.element(page.getByText('Couldn’t load the run')).toBeVisible();
  });

  it('opens a failed case as a draft with its history', async () => {
    const source = await testServices(memoryEventStore());
    const target = { distribution: 'opensearch', version: '3.4' } as const;
    const draft = await createDraft(source, { properties: { level: { type: 'keyword' } } }, { name: 'case', target });
    const text = formatLog(await source.store.read(draftStream(draft)));
    const failed = [
      {
        case: 17,
        law: 'undo is exact <b>',
        message: 'expected 3 to be 4',
        steps: ['Begin with {}', 'Ada: Undo'],
        shrinks: 12,
        isKept: true,
      },
      { case: 99, law: 'too large', message: 'x', steps: [], shrinks: 0, isKept: false },
    ];
    const run = runWith({ state: 'done', failures: 2, failed });
    const { router, sent } = await openLab(`/fuzz_lab/${ID}`, {
      [`GET ${RUN}`]: run,
      [`GET ${RUN}/case`]: { fileName: 'fuzz-laws-42-17.json', file: '{}', draft: { name: 'fuzz-laws-42-17', text } },
    });
    await expect.element(page.getByText('2 laws broken')).toBeVisible();
    await expect.element(page.getByText('shrunk 12 times')).toBeVisible();
    const steps = page.getByRole('list', { name: 'Steps of case 17' });
    expect(steps.element().tagName).toBe('OL');
    expect(
      steps
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Begin with {}', 'Ada: Undo']);
    await expect.element(page.getByText('The case is too large to keep.', { exact: false })).toBeVisible();
    await expectAccessible();
    await userEvent.click(button('Open in editor'));
    await expect.poll(() => router.state.location.pathname).toMatch(/\/drafts\//);
    await expect.element(page.getByRole('heading', { name: 'fuzz-laws-42-17', level: 1 })).toBeVisible();
    expect(sent.find(({ path }) => path.endsWith('/case'))?.query).toEqual({ case: '17' });
  });

  it('offers the download of a case that the editor can’t open', async () => {
    const failed = [{ case: 3, law: 'drafts', message: 'x', steps: [], shrinks: 1, isKept: true }];
    await openLab(`/fuzz_lab/${ID}`, {
      [`GET ${RUN}`]: runWith({ state: 'done', failures: 1, failed }),
      [`GET ${RUN}/case`]: { fileName: 'fuzz-laws-42-3.json', file: '{}', draft: null },
    });
    await userEvent.click(button('Open in editor'));
    await expect.element(page.getByText('Case 3 can’t be opened in the editor')).toBeVisible();
    await expect.element(button('Download case').last()).toBeVisible();
  });
});
