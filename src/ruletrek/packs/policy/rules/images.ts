/** Where images come from and how they are named. */
import { TO_CENT } from '../../../core/money.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts } from '../../../core/facts.ts';
import { containers, service, tierOf } from '../draw.ts';
import { itemsOf, settingText } from '../parameters.ts';
import { atLevel, finding, sumOf, tier } from './findings.ts';

/** The host before the first slash where it looks like one, else the public registry. */
function registryOf(image: string): string {
  const [host = '', ...rest] = image.split('/');
  return rest.length > 0 && /[.:]/.test(host) ? host : settingText('MIRRORED_REGISTRY');
}

/** The part after the last colon behind the last slash, before a digest. */
function tagOf(image: string): string | undefined {
  const [name = ''] = image.split('@');
  return name.slice(name.lastIndexOf('/') + 1).split(':')[1];
}

function isMirrored(one: RecordView, c: RuleContext): boolean {
  return one.has('image') && registryOf(one.text('image')) === c.setting('MIRRORED_REGISTRY');
}

const NAMES = ['web', 'worker', 'proxy', 'metrics', 'cache', 'migrate'] as const;
const HOSTS = ['', 'ghcr.io/acme/', 'quay.io/acme/', 'registry.example.net/base/', 'gcr.io/acme/', 'docker.elastic.co/beats/'] as const;

function hex({ random }: Binder): string {
  return Array.from({ length: 64 }, () => random.pick([...'0123456789abcdef'])).join('');
}

/** An image whose registry, tag and digest are drawn apart. */
function imageOf(b: Binder): string {
  const tag = b.random.pick(['', ':latest', `:${b.random.integer(1, 4)}.${b.random.integer(0, 19)}.${b.random.integer(0, 9)}`, `:v${b.random.integer(2, 30)}`]);
  return `${b.random.pick(HOSTS)}${b.random.pick(NAMES)}${tag}${b.random.chance(0.3) ? `@sha256:${hex(b)}` : ''}`;
}

/** A sound image, one that breaks every rule, and others as they come. */
function images(b: Binder): Facts {
  const first = b.random.integer(0, 1);
  const sound = `ghcr.io/acme/${b.random.pick(NAMES)}:${b.random.integer(1, 4)}.${b.random.integer(0, 9)}@sha256:${hex(b)}`;
  const broken = `${b.random.pick(NAMES)}${b.random.pick([':latest', ''])}`;
  return containers(b, (position) => ({ image: position > 1 ? imageOf(b) : position === first ? sound : broken }));
}

const mirror: RuleModule = {
  id: 'policy.registry-mirror',
  emits: { mirrored_images: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('container').some((one) => isMirrored(one, c)),
  then: (c) => ({ mirrored_images: c.records('container').filter((one) => isMirrored(one, c)).length }),
  bind: images,
};

const digests = finding({
  id: 'policy.image-digests', emits: 'digest_findings', kind: 'container', level: 'baseline',
  breaks: (one, c) => c.setting('DIGEST_REQUIRED', tier(c)) === 'yes' && one.has('image') && !one.text('image').includes('@sha256:'),
  bind: atLevel('baseline', (b) => [service(tierOf(b, ['standard', 'critical'])), ...images(b)]),
});

export const IMAGE_RULES: readonly RuleModule[] = [
  mirror,
  finding({
    id: 'policy.image-registries', emits: 'registry_findings', kind: 'container', level: 'baseline', mended: { mirrored_images: 'override' },
    breaks: (one, c) => one.has('image') && !itemsOf(c.setting('REGISTRIES')).includes(registryOf(one.text('image'))),
    bind: atLevel('baseline', images),
  }),
  finding({
    id: 'policy.image-tags', emits: 'tag_findings', kind: 'container', level: 'baseline',
    breaks: (one, c) => {
      if (!one.has('image')) return false;
      const tag = tagOf(one.text('image'));
      return tag === undefined ? !one.text('image').includes('@') : itemsOf(c.setting('FORBIDDEN_TAGS')).includes(tag);
    },
    bind: atLevel('baseline', images),
  }),
  digests,
  sumOf('policy.image-findings', 'image_findings', ['registry_findings', 'tag_findings', 'digest_findings']),
];
