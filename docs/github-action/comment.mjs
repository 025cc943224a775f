// Writes a file as a comment on the pull request, or into the one that it wrote before: the two have the same first line.
import { readFile } from 'node:fs/promises';

const PAGE = 100;
const { GITHUB_API_URL, GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_TOKEN, COMMENT_AUTHOR } = process.env;

/** @param {string} path @param {{ method?: string, body?: object }} options */
async function ask(path, { method = 'GET', body } = {}) {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${GITHUB_TOKEN}`,
      'x-github-api-version': '2022-11-28',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The comment with this first line; those of other authors don't count, whatever they begin with. */
async function findComment(number, mark) {
  for (let page = 1; ; page++) {
    const comments = await ask(`/issues/${number}/comments?per_page=${PAGE}&page=${page}`);
    const found = comments.find(
      ({ user, body }) => user?.login === COMMENT_AUTHOR && body?.split(/\r?\n/, 1)[0] === mark,
    );
    if (found !== undefined || comments.length < PAGE) return found;
  }
}

const body = await readFile(process.argv[2], 'utf8');
const event = JSON.parse(await readFile(GITHUB_EVENT_PATH, 'utf8'));
const number = event.pull_request?.number;
if (number === undefined) {
  process.stdout.write('No pull request: nothing to comment on.\n');
} else {
  const found = await findComment(number, body.split('\n', 1)[0]);
  if (found === undefined) await ask(`/issues/${number}/comments`, { method: 'POST', body: { body } });
  else await ask(`/issues/comments/${found.id}`, { method: 'PATCH', body: { body } });
}
