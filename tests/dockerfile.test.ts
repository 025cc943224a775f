import { describe, expect, it } from 'vitest';
import { dockerfileStages, type DockerStep } from './dockerfile-steps.ts';

const stages = dockerfileStages();
const [build = [], last = []] = stages;
const textsOf = (stage: readonly DockerStep[], name: string) =>
  stage.filter((step) => step.name === name).map(({ text }) => text);

describe('the Dockerfile', () => {
  it('has a stage to build and one to run, of which the second builds and installs nothing', () => {
    expect(stages).toHaveLength(2);
    expect(textsOf(build, 'FROM')[0]).toBe(`${textsOf(last, 'FROM')[0] ?? ''} AS build`);
    for (const text of textsOf(last, 'RUN')) expect(text).not.toMatch(/npm|npx|apt|apk|curl|wget/);
  });

  it('installs what builds and serves, and no tools of checks and tests', () => {
    const commands = textsOf(build, 'RUN').filter((text) => /^npm (?:ci|prune)/.test(text));
    expect(commands).toHaveLength(2);
    for (const text of commands) expect(text).toContain(' --workspaces=false ');
  });

  it('runs as a user without rights, with one volume and a health check', () => {
    const names = last.map(({ name }) => name);
    expect(textsOf(last, 'USER')).toEqual(['node']);
    expect(names.indexOf('USER')).toBeLessThan(names.indexOf('ENTRYPOINT'));
    expect(names.lastIndexOf('RUN')).toBeLessThan(names.indexOf('USER'));
    expect(textsOf(last, 'VOLUME')).toEqual(['/data']);
    expect(textsOf(last, 'HEALTHCHECK')).toHaveLength(1);
  });
});
