import fastify from 'fastify';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { RequestError } from './console/errors.ts';
import { sendError } from './errors.ts';

const log: string[] = [];
const app = fastify({ bodyLimit: 20, logger: { level: 'warn', stream: { write: (line: string) => log.push(line) } } });
app.setErrorHandler(sendError);
app.get('/meant', () => {
  throw new RequestError(409, 'Somebody was faster.', { version: 7 });
});
app.get('/unexpected', () => {
  throw new Error('the password is hunter2');
});
app.post('/takes-a-name', { schema: { body: Type.Object({ name: Type.String() }) } }, () => 'taken');

describe('an error', () => {
  it('that a route means to send is sent as it is', async () => {
    expect((await app.inject('/meant')).json()).toEqual({
      statusCode: 409,
      error: 'Conflict',
      message: 'Somebody was faster.',
      attributes: { version: 7 },
    });
  });

  it('that nobody expected keeps its text for the log', async () => {
    const response = await app.inject('/unexpected');
    expect(response.json()).toEqual({
      statusCode: 500,
      error: 'Internal Server Error',
      message: expect.any(String),
      attributes: { requestId: expect.any(String) },
    });
    expect(response.body).not.toContain('hunter2');
    expect(log.join('')).toContain('hunter2');
  });

  it('in a body says where', async () => {
    const response = await app.inject({ method: 'POST', url: '/takes-a-name', payload: { name: [] } });
    expect(response.json()).toMatchObject({
      statusCode: 400,
      error: 'Bad Request',
      attributes: { issues: [{ at: '/name', reason: expect.any(String) }] },
    });
  });

  it('of a body that is too large, or no JSON, has the same shape', async () => {
    const large = await app.inject({ method: 'POST', url: '/takes-a-name', payload: { name: 'x'.repeat(20) } });
    expect(large.json()).toMatchObject({ statusCode: 413, error: 'Payload Too Large' });
    const headers = { 'content-type': 'application/json' };
    const broken = await app.inject({ method: 'POST', url: '/takes-a-name', headers, payload: '{"name":' });
    expect(broken.json()).toMatchObject({ statusCode: 400, error: 'Bad Request' });
  });
});
