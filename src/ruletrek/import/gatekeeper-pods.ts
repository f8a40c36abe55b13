/** Gatekeeper's policies on pods, from the descriptions and parameters of their templates. */
import { fieldAt } from './manifests.ts';
import { containersOf, entryOf, fitsPrefix, inRanges, listAt, quantityAt, someContainer, textAt, textsAt, type Check, type Subject } from './gatekeeper-subject.ts';

/** A resource that is missing, cannot be read or is over the most that the parameters allow. */
function overMost(part: 'limits' | 'requests', resource: string): Check {
  return someContainer((one, { parameters }) => {
    const most = entryOf(parameters, resource);
    if (most === '-1' || most === undefined) return false;
    const [own, bound] = [quantityAt(one, `resources.${part}.${resource}`), quantityAt({ most }, 'most')];
    return own === null || bound === null || own > bound;
  });
}

/** Limit over request times the ratio, in thousandths of both. */
function overRatio(resource: string, ratio: (parameters: unknown) => string): Check {
  return someContainer((one, { parameters }) => {
    const [limit, request] = [quantityAt(one, `resources.limits.${resource}`), quantityAt(one, `resources.requests.${resource}`)];
    return limit === null || request === null || Number(limit) > Number(request) * Number(ratio(parameters));
  });
}

function either(...checks: readonly Check[]): Check {
  return (subject) => checks.some((check) => check(subject));
}

/** The container's setting, else the pod's. */
function setting({ object }: Subject, container: unknown, name: string): unknown {
  return fieldAt(container, `securityContext.${name}`) ?? fieldAt(object, `spec.securityContext.${name}`);
}

function lacksResources(container: unknown, { parameters }: Subject): boolean {
  return (['limits', 'requests'] as const).some((part) => textsAt(parameters, part).some((name) => fieldAt(container, `resources.${part}.${name}`) === undefined));
}

function tagBreaks(container: unknown, { parameters }: Subject): boolean {
  const image = textAt(container, 'image');
  const tag = /:([^/@]+)(?:@.*)?$/.exec(image)?.[1];
  return tag === undefined ? !image.includes('@') : textsAt(parameters, 'tags').includes(tag);
}

function lacksProbe(container: unknown, { parameters }: Subject): boolean {
  const types = textsAt(parameters, 'probeTypes');
  return textsAt(parameters, 'probes').some((probe) => !types.some((type) => fieldAt(container, `${probe}.${type}`) !== undefined));
}

const TOKEN_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';

function mountsToken(subject: Subject): boolean {
  const said = fieldAt(subject.object, 'spec.automountServiceAccountToken');
  const mounted = containersOf(subject).some((one) => listAt(one, 'volumeMounts').some((mount) => textAt(mount, 'mountPath') === TOKEN_PATH));
  return said === undefined ? mounted : said === true;
}

const PROFILE_NAMES: Readonly<Record<string, string>> = { RuntimeDefault: 'runtime/default', Unconfined: 'unconfined' };

/** By annotation, else by the security context, else the default of the runtime. */
function apparmorProfile(subject: Subject, container: unknown): string {
  const annotated = entryOf(subject.object.metadata.annotations, `container.apparmor.security.beta.kubernetes.io/${textAt(container, 'name')}`);
  if (typeof annotated === 'string') return annotated;
  const profile = setting(subject, container, 'appArmorProfile');
  const type = textAt(profile, 'type');
  return type === '' ? 'runtime/default' : (PROFILE_NAMES[type] ?? `localhost/${textAt(profile, 'localhostProfile')}`);
}

function capabilityBreaks(container: unknown, { parameters }: Subject): boolean {
  const bare = (name: string): string => name.toUpperCase().replace(/^CAP_/, '');
  const [allowed, required] = [textsAt(parameters, 'allowedCapabilities').map(bare), textsAt(parameters, 'requiredDropCapabilities').map(bare)];
  const [added, dropped] = [textsAt(container, 'securityContext.capabilities.add').map(bare), textsAt(container, 'securityContext.capabilities.drop').map(bare)];
  return (!allowed.includes('*') && added.some((name) => !allowed.includes(name))) || (!dropped.includes('ALL') && required.some((name) => !dropped.includes(name)));
}

function sysctlBreaks({ object, parameters }: Subject): boolean {
  const allowed = Array.isArray(fieldAt(parameters, 'allowedSysctls')) ? textsAt(parameters, 'allowedSysctls') : null;
  return listAt(object, 'spec.securityContext.sysctls').map((one) => textAt(one, 'name')).some((name) => {
    const forbidden = textsAt(parameters, 'forbiddenSysctls').some((pattern) => fitsPrefix(pattern, name));
    return forbidden || (allowed !== null && !allowed.some((pattern) => fitsPrefix(pattern, name)));
  });
}

/** One of the rules RunAsAny, MustRunAs, MayRunAs, MustRunAsNonRoot on a number of a user or group. */
function numberBreaks(rule: string, ranges: readonly unknown[], value: unknown): boolean {
  if (rule === 'MustRunAs') return value === undefined || !inRanges(value, ranges);
  return rule === 'MayRunAs' && value !== undefined && !inRanges(value, ranges);
}

function userBreaks(container: unknown, subject: Subject): boolean {
  const rule = textAt(subject.parameters, 'runAsUser.rule');
  const user = setting(subject, container, 'runAsUser');
  if (rule === 'MustRunAsNonRoot') return user === undefined ? setting(subject, container, 'runAsNonRoot') !== true : Number(user) === 0;
  return numberBreaks(rule, listAt(subject.parameters, 'runAsUser.ranges'), user);
}

function idsBreak(container: unknown, subject: Subject): boolean {
  if (userBreaks(container, subject)) return true;
  return ['runAsGroup', 'supplementalGroups', 'fsGroup'].some((name) => {
    const value = setting(subject, container, name);
    const values = Array.isArray(value) ? (value as unknown[]) : [value];
    const [rule, ranges] = [textAt(subject.parameters, `${name}.rule`), listAt(subject.parameters, `${name}.ranges`)];
    return values.some((one) => numberBreaks(rule, ranges, one));
  });
}

/** A host path that no allowed prefix covers, or that is mounted for writing where it may only be read. */
function hostPathBreaks(subject: Subject): boolean {
  const allowed = listAt(subject.parameters, 'allowedHostPaths');
  return listAt(subject.object, 'spec.volumes').filter((volume) => fieldAt(volume, 'hostPath') !== undefined).some((volume) => {
    const path = textAt(volume, 'hostPath.path');
    const mounts = containersOf(subject).flatMap((one) => listAt(one, 'volumeMounts')).filter((mount) => textAt(mount, 'name') === textAt(volume, 'name'));
    const readOnly = mounts.every((mount) => fieldAt(mount, 'readOnly') === true);
    return !allowed.some((one) => `${path}/`.startsWith(`${textAt(one, 'pathPrefix').replace(/\/$/, '')}/`) && (fieldAt(one, 'readOnly') !== true || readOnly));
  });
}

function hostPortBreaks(container: unknown, { parameters }: Subject): boolean {
  return listAt(container, 'ports').map((port) => fieldAt(port, 'hostPort')).some((port) => port !== undefined && !inRanges(port, [parameters]));
}

const HANDLERS = ['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle.postStart', 'lifecycle.preStop'] as const;

function namesHost(container: unknown): boolean {
  return HANDLERS.some((handler) => ['httpGet', 'tcpSocket'].some((type) => textAt(container, `${handler}.${type}.host`) !== ''));
}

/** All names of a container's seccomp profile, with those of annotations where they count. */
function seccompNames(subject: Subject, container: unknown, annotated: boolean): string[] {
  const { annotations } = subject.object.metadata;
  const own = entryOf(annotations, `container.seccomp.security.alpha.kubernetes.io/${textAt(container, 'name')}`) ?? entryOf(annotations, 'seccomp.security.alpha.kubernetes.io/pod');
  if (annotated && typeof own === 'string') return [own, ...(own === 'runtime/default' || own === 'docker/default' ? ['RuntimeDefault'] : own === 'unconfined' ? ['Unconfined'] : [])];
  const profile = setting(subject, container, 'seccompProfile');
  const type = textAt(profile, 'type');
  if (type === '') return ['not configured'];
  if (type !== 'Localhost') return [type, PROFILE_NAMES[type] ?? type, ...(type === 'RuntimeDefault' ? ['docker/default'] : [])];
  const file = textAt(profile, 'localhostProfile');
  const files = textsAt(subject.parameters, 'allowedLocalhostFiles');
  return [...(files.includes('*') || files.includes(file) ? ['Localhost'] : []), `localhost/${file}`];
}

function seccompBreaks(annotated: boolean): Check {
  return someContainer((one, subject) => {
    const allowed = textsAt(subject.parameters, 'allowedProfiles');
    return !allowed.includes('*') && !seccompNames(subject, one, annotated).some((name) => allowed.some((pattern) => fitsPrefix(pattern, name)));
  });
}

const SELINUX = ['level', 'role', 'type', 'user'] as const;

function selinuxBreaks({ parameters }: Subject, options: unknown): boolean {
  return options !== undefined && !listAt(parameters, 'allowedSELinuxOptions').some((allowed) => SELINUX.every((name) => textAt(options, name) === '' || textAt(options, name) === textAt(allowed, name)));
}

function volumeTypes({ object }: Subject): string[] {
  return listAt(object, 'spec.volumes').flatMap((volume) => Object.keys(volume as object).filter((key) => key !== 'name'));
}

export const POD_CHECKS: Readonly<Record<string, Check>> = {
  K8sAllowedRepos: someContainer((one, { parameters }) => !textsAt(parameters, 'repos').some((repo) => textAt(one, 'image').startsWith(repo))),
  K8sAllowedReposv2: someContainer((one, { parameters }) => !textsAt(parameters, 'allowedImages').some((image) => fitsPrefix(image, textAt(one, 'image')))),
  K8sDisallowedRepos: someContainer((one, { parameters }) => textsAt(parameters, 'repos').some((repo) => textAt(one, 'image').startsWith(repo))),
  K8sDisallowedTags: someContainer(tagBreaks),
  K8sImageDigests: someContainer((one) => !/@[a-z0-9]+(?:[+._-][a-z0-9]+)*:[a-zA-Z0-9=_-]+$/.test(textAt(one, 'image'))),
  K8sContainerLimits: either(overMost('limits', 'cpu'), overMost('limits', 'memory')),
  K8sContainerRequests: either(overMost('requests', 'cpu'), overMost('requests', 'memory')),
  K8sContainerEphemeralStorageLimit: overMost('limits', 'ephemeral-storage'),
  K8sContainerRatios: either(overRatio('memory', (parameters) => textAt(parameters, 'ratio')), overRatio('cpu', (parameters) => textAt(parameters, 'cpuRatio') || textAt(parameters, 'ratio'))),
  K8sRequiredResources: someContainer(lacksResources),
  K8sDisallowInteractiveTTY: someContainer((one) => fieldAt(one, 'tty') === true || fieldAt(one, 'stdin') === true),
  K8sRequiredProbes: (subject) => listAt(subject.object, 'spec.containers').some((one) => lacksProbe(one, subject)),
  K8sPSPAutomountServiceAccountTokenPod: mountsToken,
  K8sPSPAllowPrivilegeEscalationContainer: someContainer((one) => fieldAt(one, 'securityContext.allowPrivilegeEscalation') !== false),
  K8sPSPAppArmor: someContainer((one, subject) => !textsAt(subject.parameters, 'allowedProfiles').some((pattern) => fitsPrefix(pattern, apparmorProfile(subject, one)))),
  K8sPSPCapabilities: someContainer(capabilityBreaks),
  K8sPSPFlexVolumes: ({ object, parameters }) => listAt(object, 'spec.volumes').some((volume) => fieldAt(volume, 'flexVolume') !== undefined && !listAt(parameters, 'allowedFlexVolumes').some((one) => textAt(one, 'driver') === textAt(volume, 'flexVolume.driver'))),
  K8sPSPForbiddenSysctls: sysctlBreaks,
  K8sPSPFSGroup: ({ object, parameters }) => numberBreaks(textAt(parameters, 'rule'), listAt(parameters, 'ranges'), fieldAt(object, 'spec.securityContext.fsGroup')),
  K8sPSPHostFilesystem: hostPathBreaks,
  K8sPSPHostNamespace: ({ object }) => fieldAt(object, 'spec.hostPID') === true || fieldAt(object, 'spec.hostIPC') === true,
  K8sPSPHostNetworkingPorts: (subject) => (fieldAt(subject.object, 'spec.hostNetwork') === true && fieldAt(subject.parameters, 'hostNetwork') !== true) || someContainer(hostPortBreaks)(subject),
  K8sPSPHostProbesLifecycle: someContainer(namesHost),
  K8sPSPHostProcess: someContainer((one, subject) => fieldAt(setting(subject, one, 'windowsOptions'), 'hostProcess') === true),
  K8sPSPPrivilegedContainer: someContainer((one) => fieldAt(one, 'securityContext.privileged') === true),
  K8sPSPProcMount: someContainer((one, { parameters }) => textAt(parameters, 'procMount') !== 'Unmasked' && !['', 'Default'].includes(textAt(one, 'securityContext.procMount'))),
  K8sPSPReadOnlyRootFilesystem: someContainer((one) => fieldAt(one, 'securityContext.readOnlyRootFilesystem') !== true),
  K8sPSPSeccomp: seccompBreaks(true),
  K8sPSPSeccompV2: seccompBreaks(false),
  K8sPSPSELinuxV2: (subject) => [fieldAt(subject.object, 'spec.securityContext.seLinuxOptions'), ...containersOf(subject).map((one) => fieldAt(one, 'securityContext.seLinuxOptions'))].some((options) => selinuxBreaks(subject, options)),
  K8sPSPAllowedUsers: someContainer(idsBreak),
  K8sPSPVolumeTypes: (subject) => !textsAt(subject.parameters, 'volumes').includes('*') && volumeTypes(subject).some((type) => !textsAt(subject.parameters, 'volumes').includes(type)),
};
