/** The page at `/`: one file without network, allowed nothing but its own script and this server. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

export function pageRoute(server: FastifyInstance): void {
  const html = readFileSync(new URL('./page.html', import.meta.url), 'utf8');
  const policy = contentPolicy(html);
  server.get('/', async (_, reply) =>
    reply
      .headers({ 'content-security-policy': policy, 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(html),
  );
}

/** Names script and style by their hashes, so that no text that comes into the page can run. */
function contentPolicy(html: string): string {
  const hashOf = (tag: string): string => {
    const inner = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html)?.[1] ?? '';
    return `'sha256-${createHash('sha256').update(inner).digest('base64')}'`;
  };
  return `default-src 'none'; script-src ${hashOf('script')}; style-src ${hashOf('style')}; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
